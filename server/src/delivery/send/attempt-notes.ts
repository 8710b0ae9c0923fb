import { type DeadReason, segmentsOf } from "@tidings/contract";
import type { Json, JsonObject } from "../../foundation/json.ts";
import type { Integration } from "../../integrations/integration.ts";
import { WAITS_FOR_RATE } from "../../integrations/rates/used-rates-store.ts";
import type { Message } from "../../messages/message.ts";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import { text } from "../channels/channel-rules.ts";
import { withoutSuppressed } from "../channels/suppressed-recipients.ts";
import type { Note } from "../runs/decision.ts";
import { overridesFor } from "../runs/overrides.ts";
import { type Run, stepOf } from "../runs/run.ts";
import type { Attempted, AttemptOutcome } from "./attempt-outcome.ts";
import type { NextAction } from "./next-action.ts";
import { noteOfRest, notesOfOthers } from "./other-recipients.ts";

type Failure = Exclude<AttemptOutcome, { kind: "accepted" }>;
type Integrations = readonly Integration[];

const LAST_WORDS: Partial<Record<DeadReason, DetailCode>> = {
  config_error: "credentials_failed",
  expired: "message_expired",
};

function lastWord(outcome: Failure, reason: DeadReason): DetailCode {
  return outcome.isContentFault ? "content_failed" : (LAST_WORDS[reason] ?? "provider_failed");
}

/** A mail that was accepted without its suppressed recipients. */
export function leftOutOf(run: Run, { message, outcome }: Attempted): Note[] {
  const { channel, providerId, status } = message;
  if (outcome.kind !== "accepted" || status === "sent") return [];
  if (channel !== "email" || !providerId || !run.suppressed) return [];
  const overrides = overridesFor(run, { channel, stepKey: stepOf(run, message).stepKey, providerId });
  const { leftOut } = withoutSuppressed(overrides, run.suppressed);
  return Object.keys(leftOut).length > 0 ? [{ code: "recipients_left_out", providerId, raw: leftOut }] : [];
}

/** That a message waits for a rate is noted once, however often it looks for room. */
function isNotedAlready({ message, outcome }: Attempted, action: NextAction): boolean {
  const waitsOn = outcome.heldBack?.code === WAITS_FOR_RATE && !outcome.call && action.kind === "retry";
  return waitsOn && (message.errorId === WAITS_FOR_RATE || message.status === "sent");
}

/** What the record of the step says about an attempt and the action after it. */
export function notesOf(attempted: Attempted, action: NextAction, integrations: Integrations): Note[] {
  if (isNotedAlready(attempted, action)) return [];
  const { message, outcome } = attempted;
  const { removedTokens = 0 } = outcome;
  const isOfRest = message.status === "sent";
  const main = isOfRest ? noteOfRest(attempted, action) : noteOf(attempted, action, integrations);
  const others = notesOfOthers(attempted, action);
  const notes = outcome.kind === "accepted" ? [main, ...others] : [...others, main];
  if (removedTokens === 0) return notes;
  const by = message.providerId ? { providerId: message.providerId } : {};
  const raw = { removed: removedTokens, of: message.deviceTokens?.length ?? 0 };
  return [...notes, { code: "device_tokens_removed", ...by, raw }];
}

function noteOf(attempted: Attempted, action: NextAction, integrations: Integrations): Note {
  const { message, outcome } = attempted;
  const attempt = message.attempts + 1;
  const by = { ...(message.providerId ? { providerId: message.providerId } : {}), isRetry: attempt > 1 };
  if (outcome.kind === "accepted") {
    const raw: Json = {
      attempt,
      providerMessageId: outcome.providerMessageId ?? null,
      answer: outcome.raw ?? null,
      ...outcome.call,
      ...(message.channel === "sms" ? { sms: segmentsOf(text(message.content)) } : {}),
    };
    return { code: "message_sent", ...by, raw };
  }
  const failure = { attempt, outcome: outcome.kind, reason: outcome.reason, answer: outcome.raw ?? null };
  const others = othersOf(message, integrations);
  const raw = { ...failure, ...outcome.call, ...(others.length > 0 ? { others } : {}) };
  switch (action.kind) {
    case "retry": {
      const code = outcome.heldBack?.code ?? "attempt_failed";
      const { waitsFor } = outcome.heldBack ?? {};
      const more = waitsFor ? { waitsFor } : {};
      return { code, ...by, raw: { ...raw, ...more, nextAttemptAt: action.at.toISOString() } };
    }
    case "fail_over":
    case "go_back":
      return { code: "failed_over", ...by, raw: { ...raw, ...moveOf(message, action, integrations) } };
    case "give_up": {
      // `given_up` is the last field: statements look at the end of the text (`RECIPIENT_REFUSED`).
      const last = { ...raw, others, given_up: action.reason };
      return { code: lastWord(outcome, action.reason), ...by, raw: last };
    }
    case "done":
      throw new Error("an attempt that was not accepted is not done");
  }
}

type Move = Extract<NextAction, { kind: "fail_over" | "go_back" }>;

/** From which integration to which; `nextAttemptAt` if the message waits there. */
function moveOf({ integrationId }: Message, action: Move, integrations: Integrations): JsonObject {
  const named = (id: string | null) => integrations.find((one) => one.id === id);
  const fromName = named(integrationId)?.name ?? null;
  if (action.kind === "fail_over") return { fromName, to: action.to.identifier, toName: action.to.name };
  const { integrationId: id } = action.to;
  const to = named(id);
  const names = { fromName, to: to?.identifier ?? id, toName: to?.name ?? null };
  return { ...names, nextAttemptAt: action.at.toISOString() };
}

/** The last answers of the other integrations that the message was tried with. */
function othersOf({ otherAnswers }: Message, integrations: Integrations): JsonObject[] {
  return (otherAnswers ?? []).map(({ integrationId, errorId, errorText, at }) => {
    const integration = integrations.find(({ id }) => id === integrationId);
    const outcome = errorId.replace(/^provider_/, "");
    const names = { integration: integration?.identifier ?? integrationId, name: integration?.name ?? null };
    return { ...names, outcome, reason: errorText, at };
  });
}
