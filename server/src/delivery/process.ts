import { RuleMemo } from "../conditions/rule-memo.ts";
import { whenBack } from "../database/when-back.ts";
import type { Engine } from "./engine.ts";
import { type Expansion, expand } from "./expand/expand.ts";
import { expandSuspectTriggers } from "./expand/suspect-triggers.ts";
import { loadRuns } from "./load/load-runs.ts";
import { inPortions } from "./load/portions.ts";
import { stopDeleted } from "./load/stop-deleted.ts";
import type { ClaimedJob, ClaimedTrigger } from "./queue/claim-store.ts";
import { isSuspect } from "./queue/crashing-triggers.ts";
import { releaseJobs } from "./queue/release-jobs.ts";
import { unchanged } from "./runs/advanced-run.ts";
import { beginBatch, isOverdue } from "./runs/batch-limits.ts";
import type { Answered, Claimed, ClaimInProgress, HandOut, Outgoing } from "./runs/claimed.ts";
import { advancedToNow, type DecisionContext } from "./runs/run.ts";
import type { Batch } from "./settle/settle.ts";
import { type Prepared, prepare, settleAndAdvance } from "./settle-and-advance.ts";

/**
 * claim → **load → advance → settle** for what was claimed of one environment: in portions that fit into memory,
 * within the time of one batch. The rest returns to the queue. Messages to send are handed out portion by portion.
 */
export async function processClaimed(engine: Engine, claimed: Claimed, handOut: HandOut): Promise<void> {
  const { environmentId, now, isFrozen, defaultZone } = claimed;
  const integrations = await engine.integrations.list(engine.database, environmentId);
  const readAtMs = engine.time.monotonicMs();
  const part: ClaimInProgress = {
    engine,
    claimed,
    context: { now, isFrozen, defaultZone, readAtMs, integrations, memo: new RuleMemo() },
    limits: beginBatch(engine.time, environmentId),
    handOut,
  };
  await expandSuspectTriggers(part);
  await processPortions(part);
}

/** The first runs of the triggers are settled together with the first portion of jobs; usually there is only that one. */
async function processPortions(part: ClaimInProgress): Promise<void> {
  const { engine, claimed, limits } = part;
  const { environmentId, jobs } = claimed;
  const triggers = claimed.triggers.filter((trigger) => !isSuspect(trigger));
  const [first = [], ...others] = await inPortions(engine, environmentId, jobs);
  await processTriggers(part, triggers, first);
  for (const [index, portion] of others.entries()) {
    if (isOverdue(limits)) return releaseJobs(engine, environmentId, others.slice(index).flat());
    await store(part, await prepareShare(part, portion, NOTHING));
  }
}

/** A batch expands triggers for so long; then they return to the queue, and other triggers of the environment have their turn. */
const EXPANDING_MS = 250;

/**
 * Expands the triggers share by share. While one share is stored, the next one is read and its texts are rendered: the fan-out
 * of one trigger uses the database and this process at the same time.
 */
async function processTriggers(
  part: ClaimInProgress,
  triggers: readonly ClaimedTrigger[],
  jobs: readonly ClaimedJob[],
): Promise<void> {
  const { engine, claimed } = part;
  const { environmentId } = claimed;
  const next = async (rest: readonly ClaimedTrigger[], context: DecisionContext): Promise<Prepared> =>
    prepareShare({ ...part, context }, [], await expand(engine, environmentId, rest, context));
  const endMs = engine.time.monotonicMs() + EXPANDING_MS;
  let { context } = part;
  const first = triggers.length > 0 ? await expand(engine, environmentId, triggers, context) : NOTHING;
  let share = await prepareShare(part, jobs, first);
  for (;;) {
    const rest = engine.time.monotonicMs() < endMs ? unfinished(triggers, share.batch) : [];
    const storing = store(part, { ...share, batch: keeping(share.batch, rest) });
    if (rest.length === 0) return storing;
    context = advancedToNow(context, engine.time);
    [share] = await Promise.all([next(rest, context), storing]);
  }
}

const NOTHING: Expansion = { runs: [], fanouts: [] };

/** The triggers with recipients after this share. */
function unfinished(triggers: readonly ClaimedTrigger[], { fanouts }: Batch): ClaimedTrigger[] {
  const cursors = new Map(fanouts.map(({ id, cursor, isDone }) => [id, isDone ? undefined : cursor]));
  return triggers.flatMap((trigger) => {
    const fanoutCursor = cursors.get(trigger.id);
    return fanoutCursor === undefined ? [] : [{ ...trigger, fanoutCursor }];
  });
}

/** This worker keeps its lease of the rest. */
function keeping({ runs, fanouts }: Batch, rest: readonly ClaimedTrigger[]): Batch {
  const ids = new Set(rest.map(({ id }) => id));
  return { runs, fanouts: fanouts.map((fanout) => ({ ...fanout, isKept: ids.has(fanout.id) })) };
}

async function prepareShare(
  { engine, claimed: { environmentId }, context, limits }: ClaimInProgress,
  portion: readonly ClaimedJob[],
  { runs, fanouts }: Expansion,
): Promise<Prepared> {
  const loaded = portion.length > 0 ? await loadRuns(engine, environmentId, portion, context) : [];
  return prepare(engine, { runs: [...runs, ...loaded.map(unchanged)], fanouts }, context, limits);
}

async function store(
  { engine, claimed: { environmentId }, limits, handOut }: ClaimInProgress,
  prepared: Prepared,
): Promise<void> {
  const runs = await settleAndAdvance(engine, prepared, limits);
  await handOut({ environmentId, runs, context: prepared.context });
}

/**
 * Continues runs whose providers have answered, and stores the result. Only this process knows the answers, so each read and each
 * commit waits for a database that is away until it is given up.
 */
export async function processAnswered(
  engine: Engine & { isGivenUp: () => boolean },
  { environmentId, runs: answered, context }: Answered,
): Promise<Outgoing> {
  const runs = await whenBack(engine, () => stopDeleted(engine, environmentId, answered));
  const limits = beginBatch(engine.time, environmentId);
  const prepared = await prepare(engine, { runs, fanouts: [] }, context, limits);
  return { environmentId, runs: await settleAndAdvance(engine, prepared, limits), context };
}
