import type { DeadReason, DeliveryOptions } from "@tidings/contract";
import type { Json } from "../../foundation/json.ts";
import { type Integration, isInHouse } from "../../integrations/integration.ts";
import { chooseIntegration } from "../../integrations/primary-integration.ts";
import type { Message } from "../../messages/message.ts";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import type { Note } from "../runs/decision.ts";
import { deliveryOptions } from "../runs/delivery-options.ts";
import { settleSending } from "../runs/finish-sending.ts";
import { note } from "../runs/job-transitions.ts";
import { currentJob, type DecisionContext, type Run } from "../runs/run.ts";
import type { AttemptOutcome } from "./attempt.ts";
import { type NextAction, nextAction } from "./next-action.ts";

export type Answer = { message: Message; outcome: AttemptOutcome };

/** Applies the outcomes of attempts to the messages of a run and to its job. */
export function noteAnswers(run: Run, answers: readonly Answer[], context: DecisionContext): void {
  const job = currentJob(run);
  if (!job) return;
  for (const answer of answers) {
    const move = nextAction({ ...answer, ...contextOf(run, answer, context) });
    const after = moved(answer, move);
    run.changes.answeredMessages.push(after);
    note(run, job, context, [noteOf(answer, move)]);
    if (move.kind === "done") run.hasSent = true;
    if (move.kind === "fail_over") run.unanswered.push(after);
    if (move.kind === "retry") run.postponed.push(after);
    if (move.kind === "give_up") bury(run, after, move.reason);
  }
  settleSending(run, job, context);
}

function bury(run: Run, message: Message, reason: DeadReason): void {
  run.deadLetterCount += 1;
  run.changes.dead.push({ message, reason });
}

function contextOf(run: Run, { message }: Answer, { integrations, now }: DecisionContext) {
  const integration = integrations.find(({ id }) => id === message.integrationId);
  const options = deliveryOptions(run, message, integration);
  return { now, options, other: otherFor(message, integrations, options) };
}

/**
 * Chat and push addresses belong to their integration; a mail or an SMS can fail over to another one, once. The local
 * outbox delivers to no person: a mail in it is not a delivered mail.
 */
function otherFor(
  { channel, integrationId, failedOverFrom }: Message,
  integrations: readonly Integration[],
  { failover = true }: DeliveryOptions,
): Integration | undefined {
  if (!failover || failedOverFrom !== null || (channel !== "email" && channel !== "sms")) return undefined;
  const others = integrations.filter((other) => other.id !== integrationId && !isInHouse(other));
  return chooseIntegration(others, channel);
}

function moved({ message, outcome }: Answer, move: NextAction): Message {
  const tried = { ...message, nextAttemptAt: null };
  if (outcome.kind === "accepted") {
    const { providerMessageId = null } = outcome;
    const attempts = message.attempts + 1;
    return { ...tried, status: "sent", attempts, providerMessageId, errorId: null, errorText: null };
  }
  const error = { errorId: `provider_${outcome.kind}`, errorText: outcome.reason };
  switch (move.kind) {
    case "retry":
      return { ...tried, ...error, attempts: move.attempts, nextAttemptAt: move.at };
    case "fail_over": {
      const { id: integrationId, providerId } = move.to;
      return {
        ...tried,
        ...error,
        attempts: 0,
        integrationId,
        providerId,
        failedOverFrom: message.integrationId,
      };
    }
    default:
      return { ...tried, ...error, status: "error", attempts: message.attempts + 1 };
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

function noteOf({ message, outcome }: Answer, move: NextAction): Note {
  const attempt = message.attempts + 1;
  const by = { ...(message.providerId ? { providerId: message.providerId } : {}), isRetry: attempt > 1 };
  if (outcome.kind === "accepted") {
    const raw: Json = {
      attempt,
      providerMessageId: outcome.providerMessageId ?? null,
      answer: outcome.raw ?? null,
    };
    return { code: "message_sent", ...by, raw };
  }
  const raw = { attempt, outcome: outcome.kind, reason: outcome.reason, answer: outcome.raw ?? null };
  switch (move.kind) {
    case "retry": {
      const code = outcome.heldBack?.code ?? "attempt_failed";
      return { code, ...by, raw: { ...raw, nextAttemptAt: move.at.toISOString() } };
    }
    case "fail_over":
      return { code: "failed_over", ...by, raw: { ...raw, to: move.to.identifier } };
    case "give_up":
      return {
        code: lastWord(outcome, move.reason),
        ...by,
        raw: { ...raw, given_up: move.reason },
      };
    case "done":
      throw new Error("an attempt that was not accepted is not done");
  }
}
