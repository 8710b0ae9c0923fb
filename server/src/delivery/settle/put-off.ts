import type { Run } from "../runs/run.ts";
import { currentJob } from "../runs/run.ts";

/**
 * Postpones a run that a batch has not begun. With `"keep"` the worker holds the run and continues it in its next
 * round; with a date the run returns to the queue, due then. A stored run without changes keeps its lease.
 */
export function putOff(run: Run, until: "keep" | Date): void {
  const job = currentJob(run);
  if (!job || (isUntouched(run) && until === "keep")) return;
  job.due = until === "keep" ? { kind: "leased" } : { kind: "at", at: until };
  run.changes.jobs.add(job);
}

/** Stored, held, and without changes since. */
export function isUntouched({ isNew, changes }: Run): boolean {
  const { jobs, details, answeredMessages, newMessages } = changes;
  return !isNew && jobs.size + details.length + answeredMessages.length + newMessages.length === 0;
}
