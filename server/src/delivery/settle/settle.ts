import type { Queryable } from "../../database/database.ts";
import { newDeadLetter } from "../../dead-letters/dead-letter.ts";
import { insertDeadLetters } from "../../dead-letters/dead-letter-store.ts";
import { failpoint } from "../../foundation/failpoint.ts";
import { groupBy } from "../../foundation/group-by.ts";
import { insertMessages, saveAnswers } from "../../messages/message-store.ts";
import { insertDetails } from "../../notifications/execution-detail-store.ts";
import { type FanoutStep, saveFanouts } from "../../triggers/trigger-store.ts";
import type { Engine } from "../engine.ts";
import { DATABASE_GATES } from "../gates/gate-store.ts";
import { passGates } from "../gates/pass-gates.ts";
import { noChanges, type Run, type RunJob } from "../runs/run.ts";
import { findJobStates, type JobPlace, lockSplitRuns, queueJobs } from "./next-step-store.ts";
import { mayGoOnBeside, nextToBegin } from "./next-steps.ts";
import { reportStored } from "./report-stored.ts";
import {
  fenceName,
  insertJobs,
  insertNotifications,
  type JobRow,
  lockHeld,
  saveDigestedInto,
  updateJobs,
} from "./settle-store.ts";

export type Batch = { runs: readonly Run[]; fanouts: readonly FanoutStep[] };

/**
 * Stores the changes of a batch in one transaction, one statement a table. Runs whose lease was lost are left out:
 * another worker has them now. @returns the runs that were stored.
 */
export async function settle(engine: Engine, environmentId: string, batch: Batch, now: Date): Promise<Run[]> {
  const { database, workerId } = engine;
  const split = batch.runs
    .filter((run) => mayGoOnBeside(run, { now }))
    .map(({ notification }) => notification.id);
  let queuedCount = 0;
  const stored = await database.transaction(async (tx) => {
    if (split.length > 0) await lockSplitRuns(tx, environmentId, split);
    const runs = await ourRuns(tx, environmentId, batch, now);
    if (batch.fanouts.length > 0) failpoint("W2B");
    if (runs.length > 0) await store(tx, environmentId, runs, { now, workerId });
    if (split.length > 0) queuedCount = await queueNext(tx, environmentId, runs, { now, split });
    return runs;
  });
  if (queuedCount > 0) engine.wakeWorker?.();
  reportStored(engine, environmentId, stored);
  failpoint("W7");
  for (const run of stored) afterwards(run);
  return stored;
}

/** Queues the jobs that may begin beside the steps that wait: another worker may have ended one of them meanwhile. */
async function queueNext(
  tx: Queryable,
  environmentId: string,
  runs: readonly Run[],
  { now, split }: { now: Date; split: readonly string[] },
): Promise<number> {
  const states = groupBy(await findJobStates(tx, environmentId, split), (state) => state.notificationId);
  const places = runs.flatMap((run): JobPlace[] => {
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
  run: Run,
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

async function ourRuns(
  tx: Queryable,
  environmentId: string,
  { runs, fanouts }: Batch,
  now: Date,
): Promise<Run[]> {
  const expanded =
    fanouts.length > 0 ? await saveFanouts(tx, environmentId, fanouts, now) : new Set<string>();
  const fresh = runs.filter((run) => run.isNew && expanded.has(run.notification.triggerId));
  const inserted =
    fresh.length > 0
      ? await insertNotifications(
          tx,
          environmentId,
          fresh.map((run) => run.notification),
          now,
        )
      : new Set<string>();
  const fences = runs.flatMap(({ notification, held }) =>
    held ? [{ notificationId: notification.id, position: held.position, lease: held.lease }] : [],
  );
  const ours = fences.length > 0 ? await lockHeld(tx, environmentId, fences) : new Set<string>();
  return runs.filter(({ isNew, notification: { id }, held }) =>
    isNew ? inserted.has(id) : held && ours.has(fenceName({ notificationId: id, position: held.position })),
  );
}

async function store(
  tx: Queryable,
  environmentId: string,
  runs: readonly Run[],
  storing: { now: Date; workerId: number },
): Promise<void> {
  const { now } = storing;
  const { merged, details: gateDetails } = await passGates(
    { tx, environmentId, now, book: DATABASE_GATES },
    runs,
  );
  if (merged.length > 0) await saveDigestedInto(tx, environmentId, merged);
  const newJobs = runs.filter((run) => run.isNew).flatMap((run) => run.jobs.map((job) => jobRow(run, job)));
  if (newJobs.length > 0) await insertJobs(tx, environmentId, newJobs, storing);
  const changed = runs
    .filter((run) => !run.isNew)
    .flatMap((run) => [...run.changes.jobs].map((job) => jobRow(run, job)));
  if (changed.length > 0) await updateJobs(tx, environmentId, changed, storing);
  const messages = runs.flatMap((run) => run.changes.newMessages);
  if (messages.length > 0) await insertMessages(tx, environmentId, messages, now);
  const answers = runs.flatMap((run) => run.changes.answeredMessages);
  if (answers.length > 0) await saveAnswers(tx, environmentId, answers, now);
  if (answers.length > 0) failpoint("W6");
  const dead = runs.flatMap((run) => run.changes.dead);
  if (dead.length > 0)
    await insertDeadLetters(
      tx,
      environmentId,
      dead.map((one) => newDeadLetter(one, now)),
      now,
    );
  const details = runs.flatMap((run) => detailRows(run)).concat(gateDetails);
  if (details.length > 0) await insertDetails(tx, environmentId, details, now);
}

function jobRow(run: Run, { due, lease: _lease, spentCrashes: _spent, ...job }: RunJob): JobRow {
  return {
    ...job,
    notificationId: run.notification.id,
    dueAt: due.kind === "at" ? due.at : null,
    isLeased: due.kind === "leased",
    isHeld: run.held?.position === job.position,
  };
}

function detailRows({ notification, changes }: Run) {
  return changes.details.map((detail) => ({ ...detail, notificationId: notification.id }));
}

/** Clears the stored changes; a job that was stored as leased is what the worker now holds of this run. */
function afterwards(run: Run): void {
  run.isNew = false;
  run.changes = noChanges();
  run.held = run.jobs.find((job) => job.due.kind === "leased");
  if (run.held) run.held.lease = Math.max(run.held.lease, 1);
}
