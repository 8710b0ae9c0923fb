import type { DeliveryOptions } from "@tidings/contract";
import type { Json } from "../../foundation/json.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import type { SendOutcome } from "../../providers/provider.ts";
import type { Providers } from "../../providers/providers.ts";
import { finishSending } from "../finish-sending.ts";
import { fail, note } from "../moves.ts";
import { currentJob, type Note, type Run, type RunJob, type Surroundings, stepOf } from "../run.ts";
import { BREAKER_IS_OPEN, isOutgoing } from "./attempt.ts";
import { type DeadReason, type Move, nextMove } from "./next-move.ts";

export type Answer = { message: Message; outcome: SendOutcome };
type Noting = { surroundings: Surroundings; providers: Pick<Providers, "find"> };

/** What becomes of the messages of a run after their attempts, and of the job with them. */
export function noteAnswers(run: Run, answers: readonly Answer[], noting: Noting): void {
  const job = currentJob(run);
  if (!job) return;
  run.changes.jobs.add(job);
  for (const answer of answers) {
    const move = nextMove({ ...answer, ...circumstances(run, answer, noting) });
    const after = moved(answer, move);
    run.changes.answeredMessages.push(after);
    note(run, job, noting.surroundings, [noteOf(answer, move)]);
    if (move.kind === "done") run.hasSent = true;
    if (move.kind === "fail_over") run.unanswered.push(after);
    if (move.kind === "retry") run.postponed.push(after);
    if (move.kind === "give_up") bury(run, after, move.reason);
  }
  settleJob(run, job, noting.surroundings);
}

/** Sends on, waits for the next attempt, or is over: done when any of its messages was taken, failed when none was. */
export function settleJob(run: Run, job: RunJob, surroundings: Surroundings): void {
  run.changes.jobs.add(job);
  if (run.unanswered.length > 0) {
    job.due = { kind: "leased" };
    return;
  }
  if (run.postponed.length > 0) {
    job.due = { kind: "at", at: earliest(run.postponed, surroundings.now) };
    return;
  }
  if (job.type === "chat" && run.buried > 0 && (run.hasSent || run.buried > 1)) {
    note(run, job, surroundings, [{ code: run.hasSent ? "some_chats_failed" : "all_chats_failed" }]);
  }
  if (run.hasSent) finishSending(run, job, surroundings);
  else fail(run, job, false);
}

function earliest(messages: readonly Message[], now: Date): Date {
  return new Date(Math.min(...messages.map(({ nextAttemptAt }) => (nextAttemptAt ?? now).getTime())));
}

function bury(run: Run, message: Message, reason: DeadReason): void {
  run.buried += 1;
  run.changes.dead.push({ message, reason });
}

function circumstances(run: Run, { message }: Answer, { surroundings, providers }: Noting) {
  const { integrations, now } = surroundings;
  const integration = integrations.find(({ id }) => id === message.integrationId);
  const options: DeliveryOptions = {
    ...integration?.delivery,
    ...stepOf(run, { stepId: message.stepId }).delivery,
  };
  const provider = integration && providers.find(integration.providerId);
  const dedupesByKey = provider !== undefined && isOutgoing(provider) && provider.dedupesByKey === true;
  return { now, options, dedupesByKey, other: otherFor(message, integrations, options) };
}

/** Chat and push addresses belong to their integration; a mail or an SMS can go through another, once. */
function otherFor(
  message: Message,
  integrations: readonly Integration[],
  { failover = true }: DeliveryOptions,
): Integration | undefined {
  if (!failover || message.failedOverFrom !== null) return undefined;
  if (message.channel !== "email" && message.channel !== "sms") return undefined;
  return integrations
    .filter(
      ({ id, isActive, channel }) => isActive && channel === message.channel && id !== message.integrationId,
    )
    .filter((integration) => !isLocal(integration))
    .toSorted(
      (one, other) => Number(other.isPrimary) - Number(one.isPrimary) || other.priority - one.priority,
    )[0];
}

/** The local outbox reaches nobody: a mail kept there is not a mail delivered. */
function isLocal({ providerId }: Integration): boolean {
  return providerId === "svc-email" || providerId === "svc-sms";
}

function moved({ message, outcome }: Answer, move: Move): Message {
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

const LAST_WORDS: Partial<Record<DeadReason, DetailCode>> = {
  config_error: "credentials_failed",
  expired: "message_expired",
};

function noteOf({ message, outcome }: Answer, move: Move): Note {
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
      const code = outcome.reason === BREAKER_IS_OPEN ? "breaker_open" : "attempt_failed";
      return { code, ...by, raw: { ...raw, nextAttemptAt: move.at.toISOString() } };
    }
    case "fail_over":
      return { code: "failed_over", ...by, raw: { ...raw, to: move.to.identifier } };
    case "give_up":
      return {
        code: LAST_WORDS[move.reason] ?? "provider_failed",
        ...by,
        raw: { ...raw, given_up: move.reason },
      };
    case "done":
      throw new Error("an attempt that was not accepted is not done");
  }
}
