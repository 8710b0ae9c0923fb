import type { Queryable } from "../../database/database.ts";
import { type FanoutStep, saveFanouts } from "../../triggers/trigger-store.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import { heldJob, type Run } from "../runs/run.ts";
import { type Fence, fenceName, lockHeld, notificationInsert } from "./settle-store.ts";

type Storing = { now: Date };

type Ours = {
  /** Ids of triggers whose lease this worker holds. */
  expanded: ReadonlySet<string>;
  /** Ids of the new notifications. */
  inserted: ReadonlySet<string>;
  /** Names of the fences of jobs that this worker holds. */
  held: ReadonlySet<string>;
};

/** Whether this worker still has a run: a new one of a trigger whose lease it holds, or one whose job it holds. */
export function isOurs({ expanded, inserted, held }: Ours): (run: AdvancedRun) => boolean {
  return ({ from }) => {
    const { id, triggerId } = from.notification;
    if (from.isNew) return expanded.has(triggerId) && inserted.has(id);
    const fence = fenceOf(from);
    return fence !== undefined && held.has(fenceName(fence));
  };
}

/** Stores the progress of the triggers whose lease this worker holds. @returns their ids. */
export async function lockFanouts(
  tx: Queryable,
  environmentId: string,
  fanouts: readonly FanoutStep[],
  { now }: Storing,
) {
  return fanouts.length > 0 ? saveFanouts(tx, environmentId, fanouts, now) : new Set<string>();
}

/** Stores the notifications of new runs. @returns the ids of those that did not exist for their subscriber. */
export async function insertNew(
  tx: Queryable,
  environmentId: string,
  runs: readonly AdvancedRun[],
  { now }: Storing,
) {
  const fresh = runs.filter(({ from }) => from.isNew).map(({ from }) => from.notification);
  if (fresh.length === 0) return new Set<string>();
  const inserted = await tx.query<{ id: string }>(notificationInsert(environmentId, fresh, now));
  return new Set(inserted.map(({ id }) => id));
}

/** Locks the jobs of stored runs. @returns the names of the fences of those that this worker still holds. */
export async function lockRuns(tx: Queryable, environmentId: string, runs: readonly AdvancedRun[]) {
  const fences = runs.flatMap(({ from }) => fenceOf(from) ?? []);
  return fences.length > 0 ? lockHeld(tx, environmentId, fences) : new Set<string>();
}

function fenceOf(run: Run): Fence | undefined {
  const held = heldJob(run);
  return held && { notificationId: run.notification.id, position: held.position, lease: held.lease };
}
