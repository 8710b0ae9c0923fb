import type { Queryable } from "../../database/database.ts";
import { failpoint } from "../../foundation/failpoint.ts";
import { groupBy } from "../../foundation/group-by.ts";
import type { FanoutStep } from "../../triggers/trigger-store.ts";
import type { Engine } from "../engine.ts";
import { POLL_MS } from "../queue/poll.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import type { SettledRun } from "../runs/run.ts";
import { insertNew, isOurs, lockFanouts, lockRuns } from "./held-runs.ts";
import { findJobStates, type JobPlace, lockSplitRuns, queueJobs } from "./next-step-store.ts";
import { mayGoOnBeside, nextToBegin } from "./next-steps.ts";
import { reportStored } from "./report-stored.ts";
import { type Storing, storeRuns } from "./store-runs.ts";

export type Batch = { runs: readonly AdvancedRun[]; fanouts: readonly FanoutStep[] };

/**
 * Stores the changes of a batch in one transaction, one statement a table. Runs whose lease was lost are left out:
 * another worker has them now. @returns the runs that were stored. The batch itself does not change, so that a transaction
 * that fails can be repeated.
 */
export async function settle(
  engine: Engine,
  environmentId: string,
  batch: Batch,
  now: Date,
): Promise<SettledRun[]> {
  const { database, workerId } = engine;
  const split = batch.runs.map(({ run }) => run).filter((run) => mayGoOnBeside(run, { now }));
  const splitIds = split.map(({ notification }) => notification.id);
  let queuedCount = 0;
  const storeOurs = (storeBatch: typeof storeAllAtOnce) =>
    database.transaction(async (tx) => {
      if (splitIds.length > 0) await lockSplitRuns(tx, environmentId, splitIds);
      const passed = await storeBatch(tx, environmentId, batch, { now, workerId });
      if (splitIds.length > 0)
        queuedCount = await queueNext(tx, environmentId, passed, { now, split: splitIds });
      return passed;
    });
  const stored = (await storeOurs(storeAllAtOnce).catch(unlessPartly)) ?? (await storeOurs(storeOnlyOurs));
  if (queuedCount > 0 || batch.fanouts.some(isInQueue)) engine.wakeWorker?.();
  return whenStored(engine, environmentId, stored, now);
}

/** What follows the commit of runs. */
export function whenStored(
  engine: Engine,
  environmentId: string,
  stored: readonly AdvancedRun[],
  now: Date,
): SettledRun[] {
  if (isDueSoon(stored, now)) engine.wakeWorker?.();
  reportStored(engine, environmentId, stored);
  failpoint("W7");
  return stored.map(settled);
}

/** What is due later, a worker finds when it polls. */
function isDueSoon(runs: readonly AdvancedRun[], now: Date): boolean {
  const untilMs = now.getTime() + POLL_MS;
  return runs.some(({ run }) => run.jobs.some(({ due }) => due.kind === "at" && due.at.getTime() <= untilMs));
}

/** Any worker may continue with the trigger. */
function isInQueue({ isDone, isKept }: FanoutStep): boolean {
  return !isDone && !isKept;
}

/** Queues the jobs that may begin beside the steps that wait: another worker may have ended one of them meanwhile. */
async function queueNext(
  tx: Queryable,
  environmentId: string,
  runs: readonly AdvancedRun[],
  { now, split }: { now: Date; split: readonly string[] },
): Promise<number> {
  const states = groupBy(await findJobStates(tx, environmentId, split), (state) => state.notificationId);
  const places = runs.flatMap(({ run }): JobPlace[] => {
    const position = nextToBegin(run, states.get(run.notification.id) ?? []);
    return position === undefined ? [] : [{ notificationId: run.notification.id, position }];
  });
  if (places.length > 0) await queueJobs(tx, environmentId, places, now);
  return places.length;
}

class Rehearsed extends Error {}

/** Whether the database accepts the run's changes: tried and rolled back. */
export async function isStorable(
  { database, workerId }: Engine,
  environmentId: string,
  run: AdvancedRun,
  now: Date,
): Promise<boolean> {
  try {
    return await database.transaction(async (tx) => {
      await storeRuns(tx, environmentId, [run], { now, workerId });
      throw new Rehearsed();
    });
  } catch (error) {
    return error instanceof Rehearsed;
  }
}

/** Some runs of the batch are no longer this worker's. */
class PartlyOurs extends Error {}

function unlessPartly(error: unknown): undefined {
  if (!(error instanceof PartlyOurs)) throw error;
}

/**
 * Sends the statements without waiting for the results of those before, because nearly always all runs are still this worker's: PostgreSQL
 * executes one while this process composes the next. @throws PartlyOurs, which rolls everything back.
 */
async function storeAllAtOnce(
  tx: Queryable,
  environmentId: string,
  batch: Batch,
  storing: Storing,
): Promise<readonly AdvancedRun[]> {
  const { runs } = batch;
  const locking = Promise.all([
    lockFanouts(tx, environmentId, batch.fanouts, storing),
    insertNew(tx, environmentId, runs, storing),
    lockRuns(tx, environmentId, runs),
  ]);
  const storage = storeRuns(tx, environmentId, runs, storing);
  // Awaited only after the locks, and not at all when they fail.
  storage.catch(() => {});
  const [expanded, inserted, held] = await locking;
  if (batch.fanouts.length > 0) failpoint("W2B");
  if (!runs.every(isOurs({ expanded, inserted, held }))) throw new PartlyOurs();
  return storage;
}

/** Stores only the runs that this worker still has. */
async function storeOnlyOurs(
  tx: Queryable,
  environmentId: string,
  batch: Batch,
  storing: Storing,
): Promise<readonly AdvancedRun[]> {
  const expanded = await lockFanouts(tx, environmentId, batch.fanouts, storing);
  const runs = batch.runs.filter(({ from }) => !from.isNew || expanded.has(from.notification.triggerId));
  const inserted = await insertNew(tx, environmentId, runs, storing);
  const held = await lockRuns(tx, environmentId, runs);
  const ours = runs.filter(isOurs({ expanded, inserted, held }));
  return ours.length > 0 ? storeRuns(tx, environmentId, ours, storing) : [];
}

/** The run as it is stored now; a job that was stored as leased is what the worker holds of it. */
function settled({ run }: AdvancedRun): SettledRun {
  const held = run.jobs.find((job) => job.due.kind === "leased");
  if (!held) return { ...run, isNew: false, heldPosition: undefined };
  const jobs = held.lease > 0 ? run.jobs : run.jobs.with(held.position, { ...held, lease: 1 });
  return { ...run, isNew: false, jobs, heldPosition: held.position };
}
