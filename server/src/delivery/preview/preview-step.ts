import type { Channel, StepPreview, StepType } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import type { Time } from "../../foundation/clock.ts";
import { isJsonObject, type JsonObject } from "../../foundation/json.ts";
import type { PrepareMail } from "../../templates/prepare-mail.ts";
import { areRendered, machineFailureIn, type Templates } from "../../templates/templates.ts";
import { isChannelStep } from "../../workflows/workflow.ts";
import { type TemplatePart, text } from "../channels/channel-rules.ts";
import { CHANNEL_RULES } from "../channels/channels.ts";
import { newBudget } from "../runs/run.ts";
import { withoutRule } from "../steps/step-guards.ts";

/** The limits of an explanation. */
const MAX_PREVIEW_MS = 5_000;
const MAX_PREVIEW_CHARS = 8_000_000;

type Previewing = { environmentId: string; scope: JsonObject };
type Form = { type: StepType; controlValues: JsonObject };

/**
 * Renders a step with these variables, and prepares a mail: in the threads that do so for messages, within the same limits.
 * @returns the texts, or the reason why the step could not be sent.
 * @throws AppError unavailable when the threads were busy for too long; MachineFailure when the machine failed.
 */
export async function previewStep(
  { templates, prepareMail, time }: { templates: Templates; prepareMail: PrepareMail; time: Time },
  { type, controlValues }: Form,
  { environmentId, scope }: Previewing,
): Promise<StepPreview["result"]> {
  const parts = partsOf({ type, controlValues });
  if (!parts) return { type, preview: withoutRule(controlValues) };
  const { texts: budget } = newBudget();
  await templates.untilReady();
  const rendered = await templates.render(
    parts.map((part) => ({ ...part, scope, budget })),
    {
      environmentId,
      deadlineMs: time.monotonicMs() + MAX_PREVIEW_MS,
      size: { leftChars: MAX_PREVIEW_CHARS },
    },
  );
  if (!areRendered(rendered)) throw machineFailureIn(rendered) ?? notBegun();
  const failed = rendered.find((part) => !part.ok);
  if (failed?.ok === false) return { type, error: errorOf(failed.reason) };
  const merged = Object.assign({}, ...rendered.map((part) => part.ok && part.value)) as JsonObject;
  if (!isChannelStep({ type })) return { type, preview: merged };
  const composed = CHANNEL_RULES[type as Channel].compose(merged, { address: {} });
  if ("unusable" in composed) return { type, error: errorOf(composed.unusable) };
  if (type === "chat") return { type, preview: { body: text(composed.content) } };
  if (type !== "email") return { type, preview: shown(type as Channel, merged) };
  const mail = { html: text(merged.body), makesText: false };
  const { html: body } = await prepareMail(environmentId, mail);
  return { type, preview: shown(type, { ...merged, body }) };
}

/** The texts of a step to render; none of a step that only waits. */
function partsOf({ type, controlValues }: Form): TemplatePart[] | undefined {
  if (isChannelStep({ type })) return CHANNEL_RULES[type as Channel].templates(controlValues);
  return type === "custom" ? [{ value: withoutRule(controlValues), escape: "none" }] : undefined;
}

function notBegun(): AppError {
  return new AppError("unavailable", "The preview was not begun in time; try again");
}

function errorOf(message: string) {
  return {
    title: "The content cannot be made",
    message,
    hint: "A run would fail at this step. Correct the control values, or the values of the preview.",
  };
}

/** Texts that Novu's clients require, also where they are empty. */
function shown(channel: Channel, merged: JsonObject): JsonObject {
  const subject = text(merged.subject);
  const body = text(merged.body);
  if (channel === "email") return { subject, body };
  if (channel === "sms") return { body };
  const data = isJsonObject(merged.data) ? { data: merged.data } : {};
  if (channel === "push") return { subject, body, ...data };
  return { ...merged, body };
}
