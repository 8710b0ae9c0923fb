import { type DeadReason, type DeliveryOptions, segmentsOf } from "@tidings/contract";
import type { Json } from "../../foundation/json.ts";
import { type Integration, isInHouse } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import { text } from "../channels/channel-rules.ts";
import { withoutSuppressed } from "../channels/suppressed-recipients.ts";
import { type AdvancedRun, note, unchanged, withRows, withSending } from "../runs/advanced-run.ts";
import { fittingIntegrations, preferredIntegration } from "../runs/conditional-integrations.ts";
import type { Note } from "../runs/decision.ts";
import { deliveryOptions } from "../runs/delivery-options.ts";
import { settleSending } from "../runs/finish-sending.ts";
import { overridesFor } from "../runs/overrides.ts";
import { type AwaitingRun, currentJob, type DecisionContext, type Run, stepOf } from "../runs/run.ts";
import type { Attempted, AttemptOutcome } from "./attempt.ts";
import { type NextAction, nextAction } from "./next-action.ts";
import { noteOfRest, notesOfOthers, settledAfter } from "./other-recipients.ts";

/** The run after an attempt at each of its open messages: their outcomes, and what they mean for its job. */
export function applyOutcomes(
  run: AwaitingRun,
  attempts: readonly Attempted[],
  context: DecisionContext,
): AdvancedRun {
  const sending = withSending(unchanged(run), { unanswered: [] });
  const job = currentJob(run);
  if (!job) return sending;
  const advanced = attempts.reduce((one: AdvancedRun, attempted) => {
    const action = nextAction({ ...attempted, ...contextOf(run, attempted, context) });
    const notes = [...leftOutOf(run, attempted), ...notesOf(attempted, action)];
    const noted = note(one, job.position, notes);
    return withOutcome(noted, messageAfter(attempted, action), action);
  }, sending);
  return settleSending(advanced, job.position, context);
}

function withOutcome(advanced: AdvancedRun, message: Message, action: NextAction): AdvancedRun {
  const { unanswered, postponed, deadLetterCount, hasSent } = advanced.run.sending;
  const answered = withRows(advanced, { answeredMessages: [message] });
  switch (action.kind) {
    case "done":
      return withSending(answered, { hasSent: true });
    case "fail_over":
      return withSending(answered, { unanswered: [...unanswered, message] });
    case "retry": {
      const waiting = [...postponed, message];
      return withSending(answered, { postponed: waiting, hasSent: hasSent || message.status === "sent" });
    }
    case "give_up": {
      const dead = withRows(answered, { dead: [{ message, reason: action.reason }] });
      return withSending(dead, { deadLetterCount: deadLetterCount + 1 });
    }
  }
}

/** The messages wait until `at` as if the run had not been claimed; no attempt was made. */
export function withoutAttempt(run: AwaitingRun, at: Date): AdvancedRun {
  const { unanswered, postponed } = run.sending;
  const waiting = unanswered.map((message) => ({ ...message, nextAttemptAt: at }));
  return withSending(unchanged(run), { unanswered: [], postponed: [...postponed, ...waiting] });
}

function contextOf(run: Run, { message, outcome }: Attempted, { integrations, now }: DecisionContext) {
  const integration = integrations.find(({ id }) => id === message.integrationId);
  const options = deliveryOptions(run, message, integration);
  const isAccepted = outcome.kind === "accepted";
  return { now, options, other: isAccepted ? undefined : otherFor(run, message, { integrations, options }) };
}

type Alternatives = { integrations: readonly Integration[]; options: DeliveryOptions };

/**
 * Chat and push addresses belong to their integration; a mail or an SMS can fail over to another one, once. The local
 * outbox delivers to no person: a mail in it is not a delivered mail.
 */
function otherFor(
  run: Run,
  { channel, integrationId, failedOverFrom }: Message,
  { integrations, options: { failover = true } }: Alternatives,
): Integration | undefined {
  if (!failover || failedOverFrom !== null || (channel !== "email" && channel !== "sms")) return undefined;
  const others = integrations.filter((other) => other.id !== integrationId && !isInHouse(other));
  return preferredIntegration(fittingIntegrations(run, others, channel).fitting, channel);
}

function messageAfter(attempted: Attempted, action: NextAction): Message {
  const { message, outcome } = attempted;
  const recipientsSettled = settledAfter(attempted, action);
  const tried: Message = { ...message, nextAttemptAt: null, recipientsSettled };
  const next =
    action.kind === "retry"
      ? { attempts: action.attempts, throttles: action.throttles, nextAttemptAt: action.at }
      : { attempts: message.attempts + 1, throttles: 0 };
  if (message.status === "sent") return { ...tried, ...next };
  if (outcome.kind === "accepted") {
    const { providerMessageId = null } = outcome;
    return { ...tried, ...next, status: "sent", providerMessageId, errorId: null, errorText: null };
  }
  const error = { errorId: `provider_${outcome.kind}`, errorText: outcome.reason };
  switch (action.kind) {
    case "retry":
      return { ...tried, ...error, ...next };
    case "fail_over": {
      const { id: integrationId, providerId } = action.to;
      return {
        ...tried,
        ...error,
        attempts: 0,
        throttles: 0,
        integrationId,
        providerId,
        failedOverFrom: message.integrationId,
      };
    }
    default:
      return { ...tried, ...error, ...next, status: "error" };
  }
}

type Failure = Exclude<AttemptOutcome, { kind: "accepted" }>;

const LAST_WORDS: Partial<Record<DeadReason, DetailCode>> = {
  config_error: "credentials_failed",
  expired: "message_expired",
};

function lastWord(outcome: Failure, reason: DeadReason): DetailCode {
  return outcome.isContentFault ? "content_failed" : (LAST_WORDS[reason] ?? "provider_failed");
}

/** A mail that was accepted without its suppressed recipients. */
function leftOutOf(run: Run, { message, outcome }: Attempted): Note[] {
  const { channel, providerId, status } = message;
  if (outcome.kind !== "accepted" || status === "sent") return [];
  if (channel !== "email" || !providerId || !run.suppressed) return [];
  const overrides = overridesFor(run, { channel, stepKey: stepOf(run, message).stepKey, providerId });
  const { leftOut } = withoutSuppressed(overrides, run.suppressed);
  return Object.keys(leftOut).length > 0 ? [{ code: "recipients_left_out", providerId, raw: leftOut }] : [];
}

function notesOf(attempted: Attempted, action: NextAction): Note[] {
  const { message, outcome } = attempted;
  const { removedTokens = 0 } = outcome;
  const main = message.status === "sent" ? noteOfRest(attempted, action) : noteOf(attempted, action);
  const others = notesOfOthers(attempted, action);
  const notes = outcome.kind === "accepted" ? [main, ...others] : [...others, main];
  if (removedTokens === 0) return notes;
  const by = message.providerId ? { providerId: message.providerId } : {};
  const raw = { removed: removedTokens, of: message.deviceTokens?.length ?? 0 };
  return [...notes, { code: "device_tokens_removed", ...by, raw }];
}

function noteOf({ message, outcome }: Attempted, action: NextAction): Note {
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
  const raw = { ...failure, ...outcome.call };
  switch (action.kind) {
    case "retry": {
      const code = outcome.heldBack?.code ?? "attempt_failed";
      return { code, ...by, raw: { ...raw, nextAttemptAt: action.at.toISOString() } };
    }
    case "fail_over":
      return { code: "failed_over", ...by, raw: { ...raw, to: action.to.identifier } };
    case "give_up":
      return {
        code: lastWord(outcome, action.reason),
        ...by,
        raw: { ...raw, given_up: action.reason },
      };
    case "done":
      throw new Error("an attempt that was not accepted is not done");
  }
}
