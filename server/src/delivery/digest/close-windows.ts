import type { Queryable } from "../../database/database.ts";
import { failpoint } from "../../foundation/failpoint.ts";
import { type DecisionContext, heldJob, type LoadedRun } from "../runs/run.ts";
import { extension } from "../steps/schedule.ts";
import { closeWindows } from "./digest-store.ts";

/**
 * Closes the windows of due digests before their events are read, so that what is read is what is sent, also after a
 * crash in between. A window that must wait for the subscriber's schedule stays open and collects further events.
 */
export async function closeDueDigests(
  database: Queryable,
  environmentId: string,
  runs: readonly LoadedRun[],
  context: DecisionContext,
): Promise<void> {
  const due = runs.flatMap((run) => {
    const job = heldJob(run);
    return job?.type === "digest" ? [{ run, job }] : [];
  });
  const closing = due.filter(({ run, job }) => extension(run, job, context)?.kind !== "extend");
  const ids = closing.map(({ job }) => job.id);
  if (ids.length > 0) await closeWindows(database, environmentId, ids);
  if (ids.length > 0) failpoint("W9");
}
