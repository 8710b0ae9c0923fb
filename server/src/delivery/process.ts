import { RuleMemo } from "../conditions/rule-memo.ts";
import { advanceAndSettle } from "./advance-and-settle.ts";
import type { Engine } from "./engine.ts";
import { expand } from "./expand/expand.ts";
import { expandSuspectTriggers } from "./expand/suspect-triggers.ts";
import { loadRuns } from "./load/load-runs.ts";
import { inPortions } from "./load/portions.ts";
import { stopDeleted } from "./load/stop-deleted.ts";
import type { ClaimedJob } from "./queue/claim-store.ts";
import { isSuspect } from "./queue/crashing-triggers.ts";
import { releaseJobs } from "./queue/release-jobs.ts";
import { unchanged } from "./runs/advanced-run.ts";
import { beginBatch, isOverdue } from "./runs/batch-limits.ts";
import type { Answered, Claimed, ClaimInProgress, HandOut, Outgoing } from "./runs/claimed.ts";
import type { DecisionContext } from "./runs/run.ts";
import type { Batch } from "./settle/settle.ts";

/**
 * claim → **load → advance → settle** for what was claimed of one environment: in portions that fit into memory,
 * within the time of one batch. The rest returns to the queue. Messages to send are handed out portion by portion.
 */
export async function processClaimed(engine: Engine, claimed: Claimed, handOut: HandOut): Promise<void> {
  const { environmentId, now, isFrozen } = claimed;
  const integrations = await engine.integrations.list(engine.database, environmentId);
  const readAtMs = performance.now();
  const context: DecisionContext = { now, isFrozen, readAtMs, integrations, memo: new RuleMemo() };
  const part: ClaimInProgress = { engine, claimed, context, limits: beginBatch(environmentId), handOut };
  await expandSuspectTriggers(part);
  await processPortions(part);
}

/** New runs of the triggers are settled together with the first portion of jobs; usually there is only that one. */
async function processPortions({
  engine,
  claimed,
  context,
  limits,
  handOut,
}: ClaimInProgress): Promise<void> {
  const { environmentId, jobs } = claimed;
  const triggers = claimed.triggers.filter((trigger) => !isSuspect(trigger));
  const [first = [], ...others] = await inPortions(engine, environmentId, jobs);
  const expansion =
    triggers.length > 0 ? await expand(engine, environmentId, triggers, context) : { runs: [], fanouts: [] };
  const process = async (portion: readonly ClaimedJob[], { runs, fanouts }: Batch) => {
    const loaded = portion.length > 0 ? await loadRuns(engine, environmentId, portion, context) : [];
    const batch = { runs: [...runs, ...loaded.map(unchanged)], fanouts };
    const outgoing = await advanceAndSettle(engine, batch, context, limits);
    await handOut({ environmentId, runs: outgoing, context });
  };
  await process(first, expansion);
  for (const [index, portion] of others.entries()) {
    if (isOverdue(limits)) return releaseJobs(engine, environmentId, others.slice(index).flat());
    await process(portion, { runs: [], fanouts: [] });
  }
}

/** Continues runs whose providers have answered, and stores the result. */
export async function processAnswered(
  engine: Engine,
  { environmentId, runs: answered, context }: Answered,
): Promise<Outgoing> {
  const runs = await stopDeleted(engine, environmentId, answered);
  const batch = { runs, fanouts: [] };
  const awaiting = await advanceAndSettle(engine, batch, context, beginBatch(environmentId));
  return { environmentId, runs: awaiting, context };
}
