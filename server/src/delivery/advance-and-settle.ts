import { advance } from "./advance.ts";
import type { Engine } from "./engine.ts";
import { type BatchLimits, isOverdue } from "./runs/batch-limits.ts";
import type { DecisionContext, Run } from "./runs/run.ts";
import { isUntouched, putOff } from "./settle/put-off.ts";
import type { Batch } from "./settle/settle.ts";
import { settleSafely } from "./settle/settle-safely.ts";

/**
 * Advances and settles until no run moves: a gate opens only with a commit, and work beyond the limits of one round
 * goes into the next. When the batch's time is over, the rest is due again at once. Returns the runs with messages to
 * send.
 */
export async function advanceAndSettle(
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
