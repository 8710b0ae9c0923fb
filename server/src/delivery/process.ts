import { RuleMemo } from "../conditions/rule-memo.ts";
import { logFailure } from "../database/outage.ts";
import { findExisting } from "../subscribers/erasure-store.ts";
import { advance } from "./advance.ts";
import type { Engine } from "./engine.ts";
import { expand } from "./expand/expand.ts";
import { loadRuns } from "./load/load-runs.ts";
import { portionsOf } from "./load/portions.ts";
import { measureRuns } from "./load/run-store.ts";
import type { ClaimedJob, ClaimedTrigger } from "./queue/claim-store.ts";
import { countAsCrashUnlessTransient } from "./queue/count-as-crash.ts";
import { giveUpTriggers, isGivenUp, isSuspect, park } from "./queue/crashing-triggers.ts";
import { releaseLeases, releaseTriggers } from "./queue/lease-store.ts";
import { type BatchLimits, beginBatch, isOverdue } from "./runs/batch-limits.ts";
import type { DecisionContext, Run } from "./runs/run.ts";
import { isUntouched, putOff } from "./settle/put-off.ts";
import type { Batch } from "./settle/settle.ts";
import { settleSafely } from "./settle/settle-safely.ts";

/** Everything that one claim took of one environment. */
export type Claimed = {
  environmentId: string;
  triggers: readonly ClaimedTrigger[];
  jobs: readonly ClaimedJob[];
  now: Date;
  isFrozen: boolean;
};

/** Runs of a stored batch whose messages go to their providers now. */
export type Outgoing = { environmentId: string; runs: Run[]; context: DecisionContext };
export type HandOut = (outgoing: Outgoing) => Promise<void>;

/**
 * claim → **load → advance → settle** for what was claimed of one environment: in portions that fit into memory,
 * within the time of one batch. The rest returns to the queue. Messages to send are handed out portion by portion.
 */
export async function processClaimed(engine: Engine, claimed: Claimed, handOut: HandOut): Promise<void> {
  const { environmentId, now, isFrozen } = claimed;
  const integrations = await engine.integrations.list(engine.database, environmentId);
  const readAtMs = performance.now();
  const context: DecisionContext = { now, isFrozen, readAtMs, integrations, memo: new RuleMemo() };
  const part: Part = { engine, claimed, context, limits: beginBatch(environmentId), handOut };
  await processSuspectTriggers(part);
  await processPortions(part);
}

type Part = {
  engine: Engine;
  claimed: Claimed;
  context: DecisionContext;
  limits: BatchLimits;
  handOut: HandOut;
};

/** New runs of the triggers are settled together with the first portion of jobs; usually there is only that one. */
async function processPortions({ engine, claimed, context, limits, handOut }: Part): Promise<void> {
  const { environmentId, jobs } = claimed;
  const triggers = claimed.triggers.filter((trigger) => !isSuspect(trigger));
  const [first = [], ...others] = await inPortions(engine, environmentId, jobs);
  const expansion =
    triggers.length > 0 ? await expand(engine, environmentId, triggers, context) : { runs: [], fanouts: [] };
  const goOnWith = async (portion: readonly ClaimedJob[], { runs, fanouts }: Batch) => {
    const loaded = portion.length > 0 ? await loadRuns(engine, environmentId, portion, context) : [];
    const batch = { runs: [...runs, ...loaded], fanouts };
    const outgoing = await goOn(engine, batch, context, limits);
    await handOut({ environmentId, runs: outgoing, context });
  };
  await goOnWith(first, expansion);
  for (const [index, portion] of others.entries()) {
    if (isOverdue(limits)) return giveBack(engine, environmentId, others.slice(index).flat());
    await goOnWith(portion, { runs: [], fanouts: [] });
  }
}

async function inPortions(
  { database }: Engine,
  environmentId: string,
  jobs: readonly ClaimedJob[],
): Promise<ClaimedJob[][]> {
  if (jobs.length === 0) return [];
  const notificationIds = jobs.map(({ notificationId }) => notificationId);
  return portionsOf(jobs, await measureRuns(database, environmentId, notificationIds));
}

async function giveBack(
  { database }: Engine,
  environmentId: string,
  jobs: readonly ClaimedJob[],
): Promise<void> {
  const held = jobs.map(({ notificationId, position, lease }) => {
    return { environmentId, notificationId, position, lease };
  });
  await releaseLeases(database, held);
}

/**
 * Expands triggers that were claimed by workers which crashed: each alone, and their runs are only stored, so that a
 * job that crashes workers can be found. A trigger that still crashes workers is given up.
 */
async function processSuspectTriggers({ engine, claimed, context, limits }: Part): Promise<void> {
  const { environmentId } = claimed;
  const suspects = claimed.triggers.filter(isSuspect);
  await giveUpTriggers(engine, suspects.filter(isGivenUp));
  for (const trigger of suspects.filter((one) => !isGivenUp(one))) {
    if (isOverdue(limits)) {
      await releaseTriggers(engine.database, [trigger]);
      continue;
    }
    try {
      const { runs, fanouts } = await expand(engine, environmentId, [trigger], context);
      for (const run of runs) park(run, context.now);
      await settleSafely(engine, environmentId, { runs, fanouts }, context.now);
    } catch (error) {
      const { transactionId } = trigger;
      logFailure(engine.log, error, "a trigger could not be expanded", { environmentId, transactionId });
      await countAsCrashUnlessTransient(engine, { jobs: [], triggers: [trigger] }, error);
    }
  }
}

/** Continues runs whose providers have answered, and stores the result. */
export async function processAnswered(
  engine: Engine,
  { environmentId, runs, context }: Outgoing,
): Promise<Outgoing> {
  await forgetDeleted(engine, environmentId, runs);
  const batch = { runs, fanouts: [] };
  const outgoing = await goOn(engine, batch, context, beginBatch(environmentId));
  return { environmentId, runs: outgoing, context };
}

/** A run stops when its subscriber was deleted while the provider was called. */
async function forgetDeleted(
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

/**
 * Advances and settles until no run moves: a gate opens only with a commit, and work beyond the limits of one round
 * goes into the next. When the batch's time is over, the rest is due again at once. Returns the runs with messages to
 * send.
 */
async function goOn(
  engine: Engine,
  batch: Batch,
  context: DecisionContext,
  limits: BatchLimits,
): Promise<Run[]> {
  const { environmentId } = limits;
  const outgoing: Run[] = [];
  for (let moving = batch; moving.runs.length + moving.fanouts.length > 0; ) {
    const left = await advance(engine, moving.runs, context, limits);
    const isOver = isOverdue(limits);
    for (const run of left) putOff(run, isOver ? context.now : "keep");
    const kept = moving.runs.filter((run) => left.has(run) && isUntouched(run));
    const settling = { ...moving, runs: moving.runs.filter((run) => !kept.includes(run)) };
    const stored = await settleSafely(engine, environmentId, settling, context.now);
    outgoing.push(...stored.filter((run) => !left.has(run) && run.unanswered.length > 0));
    const again = stored.filter((run) => run.held?.status === "pending" || (left.has(run) && run.held));
    moving = { runs: [...kept, ...again], fanouts: [] };
  }
  return outgoing;
}
