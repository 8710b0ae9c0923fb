import { durationMs } from "../../foundation/duration.ts";
import type { Message } from "../../messages/message.ts";
import { fail, moveTo, note } from "./job-transitions.ts";
import { type Run, type RunJob, type Surroundings, stepOf } from "./run.ts";

/** Sends on, waits for the next attempt, or is over: done when any of its messages was taken, failed when none was. */
export function settleSending(run: Run, job: RunJob, surroundings: Surroundings): void {
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
  if (run.hasSent) finish(run, job, surroundings);
  else fail(run, job, false);
}

function earliest(messages: readonly Message[], now: Date): Date {
  return new Date(Math.min(...messages.map(({ nextAttemptAt }) => (nextAttemptAt ?? now).getTime())));
}

/** The message is out: the step is done, or waits to be sent again until the subscriber has reacted. */
function finish(run: Run, job: RunJob, surroundings: Surroundings): void {
  const { repeat } = stepOf(run, job);
  const repeats = job.digest?.type === "repeat" ? Number(job.digest.repeats) : 0;
  if (!repeat || repeats >= repeat.atMost) return moveTo(job, "completed");
  const delay = durationMs(repeat.every.amount, repeat.every.unit);
  const until = new Date(surroundings.now.getTime() + delay);
  moveTo(job, "delayed", { kind: "at", at: until });
  job.digest = { type: "repeat", repeats: repeats + 1 };
  const raw = { delay, untilDate: until.toISOString(), repeat: repeats + 1, until: repeat.until };
  note(run, job, surroundings, [{ code: "step_delayed", raw }]);
}
