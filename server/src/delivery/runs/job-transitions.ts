import type { JobStatus } from "@tidings/contract";
import { newId } from "../../foundation/id.ts";
import type { Message } from "../../messages/message.ts";
import { isAllowed } from "../../notifications/job-transitions.ts";
import type { Note } from "./decision.ts";
import type { DecisionContext, Due, Run, RunJob } from "./run.ts";

/** Changes the status of a job. @throws Error for a transition that `JOB_TRANSITIONS` does not list: a bug. */
export function transition(job: RunJob, status: JobStatus, due: Due = { kind: "never" }): void {
  if (!isAllowed("work", job.status, status)) {
    throw new Error(`a job cannot go from ${job.status} to ${status}`);
  }
  job.status = status;
  job.due = due;
}

/** A failed channel step does not end the run; a failed delay or digest does. */
export function fail(run: Run, job: RunJob, endsRun: boolean): void {
  transition(job, "failed");
  run.changes.jobs.add(job);
  for (const message of [...run.unanswered, ...run.postponed]) {
    run.changes.answeredMessages.push(unsent(message));
    run.changes.dead.push({ message: unsent(message), reason: "step_failed" });
  }
  run.unanswered = [];
  run.postponed = [];
  if (!endsRun) return;
  // Only pending ones: a later job may have run already, when the message of this job was resent.
  const followers = run.jobs.slice(job.position + 1);
  for (const follower of followers.filter(({ status }) => status === "pending")) {
    transition(follower, "canceled");
    run.changes.jobs.add(follower);
  }
}

/** Unexpected error: discards what was decided for this job, fails it, and ends the run. */
export function giveUp(run: Run, job: RunJob, context: Pick<DecisionContext, "now">): void {
  const { changes } = run;
  run.unanswered = run.unanswered.filter((message) => !changes.newMessages.includes(message));
  changes.newMessages = changes.newMessages.filter(({ jobId }) => jobId !== job.id);
  changes.gate = undefined;
  for (const later of run.jobs.slice(job.position).filter((one) => changes.jobs.has(one))) {
    later.status = "pending";
    later.output = null;
  }
  job.status = "running";
  note(run, job, context, [{ code: "internal_error" }]);
  fail(run, job, true);
}

function unsent(message: Message): Message {
  return {
    ...message,
    status: "error",
    errorId: "step_failed",
    errorText: "The step failed before the provider answered",
  };
}

/** Adds execution details to a job. */
export function note(
  run: Run,
  job: RunJob,
  { now }: Pick<DecisionContext, "now">,
  notes: readonly Note[],
): void {
  for (const { code, providerId, isRetry = false, raw } of notes) {
    run.changes.details.push({
      id: newId(now.getTime()),
      position: job.position,
      code,
      providerId: providerId ?? null,
      isRetry,
      raw: raw === undefined ? null : JSON.stringify(raw),
    });
  }
  run.changes.jobs.add(job);
}
