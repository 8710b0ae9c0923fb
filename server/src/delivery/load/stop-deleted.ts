import { findExisting } from "../../subscribers/erasure-store.ts";
import type { Engine } from "../engine.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";

/** The same runs; one stops when its subscriber was deleted while the provider was called. */
export async function stopDeleted(
  { database }: Engine,
  environmentId: string,
  runs: readonly AdvancedRun[],
): Promise<AdvancedRun[]> {
  const going = runs.filter(({ run }) => run.jobs.some(({ status }) => status === "pending"));
  if (going.length === 0) return [...runs];
  const ids = going.map(({ run }) => run.notification.subscriberId);
  const existing = await findExisting(database, environmentId, ids);
  const wasAsked = new Set(going);
  return runs.map((advanced) => {
    const isDeleted = wasAsked.has(advanced) && !existing.has(advanced.run.notification.subscriberId);
    return isDeleted ? { ...advanced, run: { ...advanced.run, subscriber: undefined } } : advanced;
  });
}
