import type { Run } from "../runs/run.ts";
import { currentJob } from "../runs/run.ts";

/**
 * What a batch has not begun. With `"keep"` the worker holds the run and takes it up in its next round; with a moment the
 * run goes back to the queue, due then. A run that is stored already and has nothing new keeps its lease as it is.
 */
export function putOff(run: Run, until: "keep" | Date): void {
  const job = currentJob(run);
  if (!job || (isUntouched(run) && until === "keep")) return;
  job.due = until === "keep" ? { kind: "leased" } : { kind: "at", at: until };
  run.changes.jobs.add(job);
}

/** Stored, held, and with nothing that was decided since. */
export function isUntouched({ isNew, changes }: Run): boolean {
  const { jobs, details, answeredMessages, newMessages } = changes;
  return !isNew && jobs.size + details.length + answeredMessages.length + newMessages.length === 0;
}
