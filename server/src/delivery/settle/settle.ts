import type { Queryable } from "../../database/database.ts";
import { newDeadLetter } from "../../dead-letters/dead-letter.ts";
import { insertDeadLetters } from "../../dead-letters/dead-letter-store.ts";
import { failpoint } from "../../foundation/failpoint.ts";
import { groupBy } from "../../foundation/group-by.ts";
import { insertMessages, saveAnswers } from "../../messages/message-store.ts";
import { insertDetails } from "../../notifications/execution-detail-store.ts";
import type { NewDetail } from "../../notifications/new-detail.ts";
import { type PackedDetails, packDetails } from "../../notifications/packed-details.ts";
import { appendCounts } from "../../statistics/statistics-store.ts";
import { type FanoutStep, saveFanouts } from "../../triggers/trigger-store.ts";
import type { Engine } from "../engine.ts";
import { DATABASE_GATES } from "../gates/gate-store.ts";
import { passGates } from "../gates/pass-gates.ts";
import { POLL_MS } from "../queue/poll.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import { heldJob, type Run, type RunJob, type SettledRun } from "../runs/run.ts";
import { countSteps } from "./count-steps.ts";
import { type JobRow, jobRow } from "./job-row.ts";
import { findJobStates, type JobPlace, lockSplitRuns, queueJobs } from "./next-step-store.ts";
import { mayGoOnBeside, nextToBegin } from "./next-steps.ts";
import { reportStored } from "./report-stored.ts";
import {
  type Fence,
  fenceName,
  insertJobs,
  insertNotifications,
  lockHeld,
  saveDigestedInto,
  updateJobs,
} from "./settle-store.ts";

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
  const stored = await database.transaction(async (tx) => {
    if (splitIds.length > 0) await lockSplitRuns(tx, environmentId, splitIds);
    const runs = await ourRuns(tx, environmentId, batch, now);
    if (batch.fanouts.length > 0) failpoint("W2B");
    const passed = runs.length > 0 ? await store(tx, environmentId, runs, { now, workerId }) : [];
    if (splitIds.length > 0)
      queuedCount = await queueNext(tx, environmentId, passed, { now, split: splitIds });
    return passed;
  });
  if (queuedCount > 0 || isDueSoon(stored, now) || batch.fanouts.some(isInQueue)) engine.wakeWorker?.();
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
      await store(tx, environmentId, [run], { now, workerId });
      throw new Rehearsed();
    });
  } catch (error) {
    return error instanceof Rehearsed;
  }
}

/** The runs that this worker still has: new ones of a trigger whose lease it holds, and those whose job it holds. */
async function ourRuns(
  tx: Queryable,
  environmentId: string,
  { runs, fanouts }: Batch,
  now: Date,
): Promise<AdvancedRun[]> {
  const expanded =
    fanouts.length > 0 ? await saveFanouts(tx, environmentId, fanouts, now) : new Set<string>();
  const fresh = runs
    .filter(({ from }) => from.isNew && expanded.has(from.notification.triggerId))
    .map(({ from }) => from.notification);
  const inserted =
    fresh.length > 0 ? await insertNotifications(tx, environmentId, fresh, now) : new Set<string>();
  const fences = runs.flatMap(({ from }) => fenceOf(from) ?? []);
  const ours = fences.length > 0 ? await lockHeld(tx, environmentId, fences) : new Set<string>();
  return runs.filter(({ from }) => {
    const fence = fenceOf(from);
    return from.isNew ? inserted.has(from.notification.id) : fence && ours.has(fenceName(fence));
  });
}

function fenceOf(run: Run): Fence | undefined {
  const held = heldJob(run);
  return held && { notificationId: run.notification.id, position: held.position, lease: held.lease };
}

/** @returns the runs with the results of their gates. */
async function store(
  tx: Queryable,
  environmentId: string,
  advanced: readonly AdvancedRun[],
  storing: { now: Date; workerId: number },
): Promise<readonly AdvancedRun[]> {
  const { now } = storing;
  const { runs, merged } = await passGates({ tx, environmentId, now, gateStore: DATABASE_GATES }, advanced);
  if (merged.length > 0) await saveDigestedInto(tx, environmentId, merged);
  const details = new Map(runs.map((one) => [one, packDetails(one.changes.details, now, canPack(one))]));
  const rowsOf = (one: AdvancedRun) => changedRows(one, details.get(one)?.byPosition);
  const newJobs = runs.filter(({ from }) => from.isNew).flatMap(rowsOf);
  if (newJobs.length > 0) await insertJobs(tx, environmentId, newJobs, storing);
  const changed = runs.filter(({ from }) => !from.isNew).flatMap(rowsOf);
  if (changed.length > 0) await updateJobs(tx, environmentId, changed, storing);
  const messages = runs.flatMap(({ changes }) => changes.newMessages);
  if (messages.length > 0) await insertMessages(tx, environmentId, messages, now);
  const answers = runs.flatMap(({ changes }) => changes.answeredMessages);
  if (answers.length > 0) await saveAnswers(tx, environmentId, answers, now);
  if (answers.length > 0) failpoint("W6");
  const dead = runs.flatMap(({ changes }) => changes.dead).map((one) => newDeadLetter(one, now));
  if (dead.length > 0) await insertDeadLetters(tx, environmentId, dead, now);
  const detailRows = runs.flatMap((one) => ownRows(one, details.get(one)?.rows));
  if (detailRows.length > 0) await insertDetails(tx, environmentId, detailRows, now);
  const counts = countSteps(runs);
  if (counts.length > 0) await appendCounts(tx, environmentId, counts, now);
  return runs;
}

/** The row of the job is written for sure: it is new, or this worker holds it. */
function canPack({ from }: AdvancedRun): (position: number) => boolean {
  return (position) => from.isNew || position === from.heldPosition;
}

/** All jobs of a new run, and the changed ones of a stored run. */
function changedRows(
  { from, run, changes }: AdvancedRun,
  packed: PackedDetails["byPosition"] = new Map(),
): JobRow[] {
  const jobs = from.isNew ? run.jobs : [...changes.jobs].map((position) => run.jobs[position] as RunJob);
  return jobs.map((job) =>
    jobRow(run.notification.id, job, {
      isHeld: run.heldPosition === job.position,
      packedDetails: packed.get(job.position),
    }),
  );
}

function ownRows({ run: { notification } }: AdvancedRun, rows: PackedDetails["rows"] = []): NewDetail[] {
  return rows.map((detail) => ({ ...detail, notificationId: notification.id }));
}

/** The run as it is stored now; a job that was stored as leased is what the worker holds of it. */
function settled({ run }: AdvancedRun): SettledRun {
  const held = run.jobs.find((job) => job.due.kind === "leased");
  if (!held) return { ...run, isNew: false, heldPosition: undefined };
  const jobs = held.lease > 0 ? run.jobs : run.jobs.with(held.position, { ...held, lease: 1 });
  return { ...run, isNew: false, jobs, heldPosition: held.position };
}
