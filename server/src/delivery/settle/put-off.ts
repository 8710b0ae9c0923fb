import { type AdvancedRun, isUnchanged, withJob } from "../runs/advanced-run.ts";
import { currentJob } from "../runs/run.ts";

/**
 * Postpones a run that a batch has not begun. With `"keep"` the worker holds the run and continues it in its next
 * round; with a date the run returns to the queue, due then. A stored run without changes keeps its lease.
 */
export function putOff(advanced: AdvancedRun, until: "keep" | Date): AdvancedRun {
  const job = currentJob(advanced.run);
  if (!job || (isUnchanged(advanced) && until === "keep")) return advanced;
  return withJob(advanced, job.position, {
    due: until === "keep" ? { kind: "leased" } : { kind: "at", at: until },
  });
}
