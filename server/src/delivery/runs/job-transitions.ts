import type { JobStatus } from "@tidings/contract";
import type { Message } from "../../messages/message.ts";
import { isAllowed } from "../../notifications/job-transitions.ts";
import { type AdvancedRun, jobAt, note, withJob, withRows, withSending } from "./advanced-run.ts";
import type { Due } from "./run.ts";

/** With another status of a job. @throws Error for a transition that `JOB_TRANSITIONS` does not list: a bug. */
export function transition(
  advanced: AdvancedRun,
  position: number,
  status: JobStatus,
  due: Due = { kind: "never" },
): AdvancedRun {
  const job = jobAt(advanced, position);
  if (!isAllowed("work", job.status, status)) {
    throw new Error(`a job cannot go from ${job.status} to ${status}`);
  }
  return withJob(advanced, position, { status, due });
}

/** A failed channel step does not end the run; a failed delay or digest does. */
export function fail(advanced: AdvancedRun, position: number, endsRun: boolean): AdvancedRun {
  const { unanswered, postponed } = advanced.run.sending;
  const ended = [...unanswered, ...postponed].map(endedMessage);
  const dead = ended
    .filter(({ status }) => status === "error")
    .map((message) => ({ message, reason: "step_failed" as const }));
  const failed = withSending(transition(advanced, position, "failed"), { unanswered: [], postponed: [] });
  const stored = withRows(failed, { answeredMessages: ended, dead });
  if (!endsRun) return stored;
  // Only pending ones: a later job may have run already, when the message of this job was resent.
  return advanced.run.jobs
    .slice(position + 1)
    .filter(({ status }) => status === "pending")
    .reduce((ending, follower) => transition(ending, follower.position, "canceled"), stored);
}

/** An unexpected error: fails this job and ends the run. */
export function giveUp(advanced: AdvancedRun, position: number): AdvancedRun {
  const hasBegun = jobAt(advanced, position).status !== "pending";
  const begun = hasBegun ? advanced : transition(advanced, position, "queued");
  return fail(note(begun, position, [{ code: "internal_error" }]), position, true);
}

/** A message that is sent is only sent to no further recipients. */
function endedMessage(message: Message): Message {
  if (message.status === "sent") return { ...message, nextAttemptAt: null };
  return {
    ...message,
    status: "error",
    errorId: "step_failed",
    errorText: "The step failed before the provider answered",
  };
}
