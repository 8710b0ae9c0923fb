import { classifyDatabaseError } from "../../database/database-error.ts";
import { logFailure } from "../../database/outage.ts";
import { whenBack } from "../../database/when-back.ts";
import type { Engine } from "../engine.ts";
import { type AdvancedRun, unchanged } from "../runs/advanced-run.ts";
import { giveUp } from "../runs/job-transitions.ts";
import { heldJob, NOTHING_SENT, type SettledRun } from "../runs/run.ts";
import { type Batch, isStorable, settle } from "./settle.ts";

const MAX_TRIES = 3;

/**
 * Settles a batch; one bad run does not hold back the others. A transient error is retried; a batch that the database
 * refuses is settled run by run, and the refused run fails with a detail.
 */
export async function settleSafely(
  engine: Engine,
  environmentId: string,
  batch: Batch,
  now: Date,
): Promise<SettledRun[]> {
  try {
    return await settleWithRetries(engine, environmentId, batch, now);
  } catch (error) {
    if (classifyDatabaseError(error) === "unavailable") throw error;
    logFailure(engine.log, error, "a batch could not be stored", { environmentId, runs: batch.runs.length });
    const [first, ...others] = batch.runs;
    if (first?.from.isNew || others.length > 0) return oneByOne(engine, environmentId, batch, now);
    return first ? settleFailed(engine, environmentId, first, now) : [];
  }
}

async function settleWithRetries(
  engine: Engine,
  environmentId: string,
  batch: Batch,
  now: Date,
): Promise<SettledRun[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await settleWhenBack(engine, environmentId, batch, now);
    } catch (error) {
      if (classifyDatabaseError(error) !== "retry" || tries === MAX_TRIES) throw error;
    }
  }
}

/** Well inside a lease, and longer than most databases need to start again. */
const WAIT_FOR_DATABASE_MS = 10_000;

/**
 * Waits for a database that does not answer. The lease fence detects a commit whose answer was lost. When the database stays
 * away, claimed work is claimed again when its leases end; what providers have answered is kept (`Engine.isGivenUp`).
 */
function settleWhenBack(
  engine: Engine,
  environmentId: string,
  batch: Batch,
  now: Date,
): Promise<SettledRun[]> {
  const { time } = engine;
  const endMs = time.monotonicMs() + WAIT_FOR_DATABASE_MS;
  const isGivenUp = engine.isGivenUp ?? (() => time.monotonicMs() > endMs);
  return whenBack({ ...engine, isGivenUp }, () => settle(engine, environmentId, batch, now));
}

async function oneByOne(
  engine: Engine,
  environmentId: string,
  batch: Batch,
  now: Date,
): Promise<SettledRun[]> {
  const stored: SettledRun[] = [];
  for (const fanout of batch.fanouts) {
    const runs = batch.runs.filter(({ from }) => from.isNew && from.notification.triggerId === fanout.id);
    stored.push(...(await settleShare(engine, environmentId, { runs, fanouts: [fanout] }, now)));
  }
  for (const run of batch.runs.filter(({ from }) => !from.isNew)) {
    stored.push(...(await settleSafely(engine, environmentId, { runs: [run], fanouts: [] }, now)));
  }
  return stored;
}

/**
 * New runs stay together with their trigger's cursor. Those among them that the database refuses fail; otherwise it
 * would refuse them all again whenever the lease of the trigger ends.
 */
async function settleShare(
  engine: Engine,
  environmentId: string,
  share: Batch,
  now: Date,
): Promise<SettledRun[]> {
  try {
    return await settle(engine, environmentId, share, now);
  } catch (error) {
    if (classifyDatabaseError(error) === "unavailable") throw error;
    const runs: AdvancedRun[] = [];
    for (const run of share.runs)
      runs.push((await isStorable(engine, environmentId, run, now)) ? run : failed(run, 0));
    return settle(engine, environmentId, { ...share, runs }, now);
  }
}

/** The database refuses the run's outcome: the run fails with a detail. */
async function settleFailed(
  engine: Engine,
  environmentId: string,
  run: AdvancedRun,
  now: Date,
): Promise<SettledRun[]> {
  const held = heldJob(run.from);
  if (!held) return [];
  const batch = { runs: [failed(run, held.position)], fanouts: [] };
  return settle(engine, environmentId, batch, now).catch((error) => {
    if (classifyDatabaseError(error) === "unavailable") throw error;
    return [];
  });
}

/** The run fails from its stored state. Its open messages stay as they are: one of them may have been sent. */
function failed({ from }: AdvancedRun, position: number): AdvancedRun {
  return giveUp(unchanged({ ...from, sending: NOTHING_SENT }), position);
}
