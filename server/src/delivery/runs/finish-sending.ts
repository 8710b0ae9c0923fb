import { durationMs } from "../../foundation/duration.ts";
import type { Message } from "../../messages/message.ts";
import { fail, note, transition } from "./job-transitions.ts";
import { type DecisionContext, type Run, type RunJob, stepOf } from "./run.ts";

/**
 * Continues sending, waits for the next attempt, or ends the job: completed when any of its messages was accepted,
 * failed when none was.
 */
export function settleSending(run: Run, job: RunJob, context: DecisionContext): void {
  run.changes.jobs.add(job);
  if (run.unanswered.length > 0) {
    job.due = { kind: "leased" };
    return;
  }
  if (run.postponed.length > 0) {
    job.due = { kind: "at", at: earliest(run.postponed, context.now) };
    return;
  }
  if (job.type === "chat" && run.deadLetterCount > 0 && (run.hasSent || run.deadLetterCount > 1)) {
    note(run, job, context, [{ code: run.hasSent ? "some_chats_failed" : "all_chats_failed" }]);
  }
  if (run.hasSent) finish(run, job, context);
  else fail(run, job, false);
}

function earliest(messages: readonly Message[], now: Date): Date {
  return new Date(Math.min(...messages.map(({ nextAttemptAt }) => (nextAttemptAt ?? now).getTime())));
}

/** The message was accepted: the job completes, or waits to repeat it until the subscriber has reacted. */
function finish(run: Run, job: RunJob, context: DecisionContext): void {
  const { repeat } = stepOf(run, job);
  const repeats = job.digest?.type === "repeat" ? Number(job.digest.repeats) : 0;
  if (!repeat || repeats >= repeat.atMost) return transition(job, "completed");
  const delay = durationMs(repeat.every.amount, repeat.every.unit);
  const until = new Date(context.now.getTime() + delay);
  transition(job, "delayed", { kind: "at", at: until });
  job.digest = { type: "repeat", repeats: repeats + 1 };
  const raw = { delay, untilDate: until.toISOString(), repeat: repeats + 1, until: repeat.until };
  note(run, job, context, [{ code: "step_delayed", raw }]);
}
