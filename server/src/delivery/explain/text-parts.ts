import { omitEmpty } from "../../foundation/omit-empty.ts";
import { overridesFor, textIn } from "../runs/overrides.ts";
import { stepOf } from "../runs/run.ts";
import type { Simulation } from "./simulate-runs.ts";

/** A trigger has at most this many text parts in its explanation: the steps of a workflow. */
const MAX_TEXT_PARTS = 20;

/** The text parts of e-mails, by the ids of the messages. */
export type TextParts = ReadonlyMap<string, string>;

/** The text parts of the e-mails of an explanation as they would be sent; only with one recipient, because of their size. */
export function textPartsOf(recipients: readonly Simulation[]): TextParts {
  const [only, ...others] = recipients;
  const mails = only?.messages.filter(({ channel }) => channel === "email") ?? [];
  if (!only || others.length > 0) return new Map();
  const parts = mails.slice(0, MAX_TEXT_PARTS).flatMap(({ id, stepId, providerId, textPart }) => {
    const { stepKey } = stepOf(only.run, { stepId });
    const overridden = { channel: "email", stepKey, ...omitEmpty({ providerId }) } as const;
    const text = textIn(overridesFor(only.run, overridden), "text") ?? textPart;
    return text ? [[id, text] as const] : [];
  });
  return new Map(parts);
}
