import { newId } from "../foundation/id.ts";
import type { Message } from "../messages/message.ts";
import type { Note, Run, RunJob, Surroundings } from "./run.ts";

/** A failed channel step does not stop the run; a failed delay or digest does (wire-facts 5.1). */
export function fail(run: Run, job: RunJob, endsRun: boolean): void {
  job.status = "failed";
  job.due = { kind: "never" };
  run.changes.jobs.add(job);
  for (const message of run.unanswered) run.changes.answeredMessages.push(unsent(message));
  run.unanswered = [];
  if (!endsRun) return;
  for (const follower of run.jobs.slice(job.position + 1)) {
    follower.status = "canceled";
    run.changes.jobs.add(follower);
  }
}

function unsent(message: Message): Message {
  return {
    ...message,
    status: "error",
    errorId: "step_failed",
    errorText: "The step failed before the provider answered",
  };
}

/** Leaves details behind for what a job came to. */
export function note(
  run: Run,
  job: RunJob,
  { now }: Pick<Surroundings, "now">,
  notes: readonly Note[],
): void {
  for (const { code, providerId, raw } of notes) {
    run.changes.details.push({
      id: newId(now.getTime()),
      jobId: job.id,
      code,
      providerId: providerId ?? null,
      isRetry: false,
      raw: raw === undefined ? null : JSON.stringify(raw),
    });
  }
  run.changes.jobs.add(job);
}
