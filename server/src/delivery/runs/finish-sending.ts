import { durationMs } from "../../foundation/duration.ts";
import type { Message } from "../../messages/message.ts";
import { type AdvancedRun, jobAt, note, withJob } from "./advanced-run.ts";
import { fail, transition } from "./job-transitions.ts";
import { type DecisionContext, stepOf } from "./run.ts";

/**
 * Continues sending, waits for the next attempt, or ends the job: completed when any of its messages was accepted,
 * failed when none was.
 */
export function settleSending(
  advanced: AdvancedRun,
  position: number,
  context: DecisionContext,
): AdvancedRun {
  const { unanswered, postponed, hasSent, deadLetterCount } = advanced.run.sending;
  if (unanswered.length > 0) return withJob(advanced, position, { due: { kind: "leased" } });
  if (postponed.length > 0) {
    return withJob(advanced, position, { due: { kind: "at", at: earliest(postponed, context.now) } });
  }
  const isChat = jobAt(advanced, position).type === "chat";
  const someFailed = isChat && deadLetterCount > 0 && (hasSent || deadLetterCount > 1);
  const code = hasSent ? "some_chats_failed" : "all_chats_failed";
  const noted = someFailed ? note(advanced, position, [{ code }]) : advanced;
  return hasSent ? finish(noted, position, context) : fail(noted, position, false);
}

function earliest(messages: readonly Message[], now: Date): Date {
  return new Date(Math.min(...messages.map(({ nextAttemptAt }) => (nextAttemptAt ?? now).getTime())));
}

/** The message was accepted: the job completes, or waits to repeat it until the subscriber has reacted. */
function finish(advanced: AdvancedRun, position: number, context: DecisionContext): AdvancedRun {
  const job = jobAt(advanced, position);
  const { repeat } = stepOf(advanced.run, job);
  const repeats = job.digest?.type === "repeat" ? Number(job.digest.repeats) : 0;
  if (!repeat || repeats >= repeat.atMost) return transition(advanced, position, "completed");
  const delay = durationMs(repeat.every.amount, repeat.every.unit);
  const until = new Date(context.now.getTime() + delay);
  const delayed = transition(advanced, position, "delayed", { kind: "at", at: until });
  const counted = withJob(delayed, position, { digest: { type: "repeat", repeats: repeats + 1 } });
  const raw = { delay, untilDate: until.toISOString(), repeat: repeats + 1, until: repeat.until };
  return note(counted, position, [{ code: "step_delayed", raw }]);
}
