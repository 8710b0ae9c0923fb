import { findExisting } from "../../subscribers/erasure-store.ts";
import type { Engine } from "../engine.ts";
import type { Run } from "../runs/run.ts";

/** A run stops when its subscriber was deleted while the provider was called. */
export async function stopDeleted(
  { database }: Engine,
  environmentId: string,
  runs: readonly Run[],
): Promise<void> {
  const going = runs.filter(({ jobs }) => jobs.some(({ status }) => status === "pending"));
  if (going.length === 0) return;
  const ids = going.map(({ notification }) => notification.subscriberId);
  const existing = await findExisting(database, environmentId, ids);
  for (const run of going) {
    if (!existing.has(run.notification.subscriberId)) run.subscriber = undefined;
  }
}
