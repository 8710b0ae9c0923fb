import type { Trigger } from "@tidings/contract";
import { objectIn } from "../app/json-object.ts";
import { type Chosen, recipientOf } from "./recipients.ts";
import { words } from "./words.ts";

/** What was typed into the form; JSON as text, so that nothing is lost while it is not valid yet. */
export type TriggerDraft = {
  readonly to: readonly Chosen[];
  readonly payload: string;
  readonly transactionId: string;
  readonly actor: string;
  readonly context: string;
  readonly overrides: string;
};

export type Problems = { readonly [Name in "payload" | "context" | "overrides"]?: string };

/** The body of the trigger, with what is wrong with the form. */
export function triggerOf(name: string, draft: TriggerDraft): { body: Trigger; problems: Problems } {
  const payload = objectIn(draft.payload);
  const context = objectIn(draft.context);
  const overrides = objectIn(draft.overrides);
  const filled = (value: object | undefined): boolean => Object.keys(value ?? {}).length > 0;
  const body = {
    name,
    to: draft.to.map(recipientOf),
    payload: payload ?? {},
    ...(draft.transactionId.trim() ? { transactionId: draft.transactionId.trim() } : {}),
    ...(draft.actor.trim() ? { actor: draft.actor.trim() } : {}),
    ...(filled(context) ? { context: context as Trigger["context"] } : {}),
    ...(filled(overrides) ? { overrides: overrides as Trigger["overrides"] } : {}),
  } as Trigger;
  const problems = {
    ...(payload ? {} : { payload: words.noObject }),
    ...(context ? {} : { context: words.noObject }),
    ...(overrides ? {} : { overrides: words.noObject }),
  };
  return { body, problems };
}
