import { type Advance, advance } from "./advance.ts";
import type { Engine } from "./engine.ts";
import { isUnchanged, unchanged } from "./runs/advanced-run.ts";
import { type BatchLimits, isOverdue } from "./runs/batch-limits.ts";
import { dueAfterMachineFailure } from "./runs/machine-wait.ts";
import { type AwaitingRun, type DecisionContext, heldJob, isAwaiting } from "./runs/run.ts";
import { putOff } from "./settle/put-off.ts";
import type { Batch } from "./settle/settle.ts";
import { settleSafely } from "./settle/settle-safely.ts";

/** A batch whose runs were advanced once, and are not stored yet. */
export type Prepared = { batch: Batch; advanced: readonly Advance[]; context: DecisionContext };

/** Advances the runs of a batch. Writes nothing. */
export async function prepare(
  engine: Engine,
  batch: Batch,
  context: DecisionContext,
  limits: BatchLimits,
): Promise<Prepared> {
  return { batch, context, advanced: await advance(engine, batch.runs, context, limits) };
}

/**
 * Settles and advances until no run moves: a gate opens only with a commit, and work beyond the limits of one round
 * goes into the next. When the batch's time is over, the rest is due again at once. Returns the runs with messages to
 * send.
 */
export async function settleAndAdvance(
  engine: Engine,
  { batch, advanced: first, context }: Prepared,
  limits: BatchLimits,
): Promise<AwaitingRun[]> {
  const { environmentId } = limits;
  const awaiting: AwaitingRun[] = [];
  let advanced = first;
  for (let moving = batch; moving.runs.length + moving.fanouts.length > 0; ) {
    const until = isOverdue(limits) ? context.now : "keep";
    const hasMachineFailed = advanced.some(({ failure }) => failure);
    const machineAt = hasMachineFailed ? await dueAfterMachineFailure(context, engine.time) : until;
    const runs = advanced.map((one) =>
      one.isLeft ? { ...putOff(one, one.failure ? machineAt : until), isLeft: true } : one,
    );
    const isKept = (one: Advance) => one.isLeft && isUnchanged(one);
    const settling = { ...moving, runs: runs.filter((one) => !isKept(one)) };
    const stored = await settleSafely(engine, environmentId, settling, context.now);
    const left = new Set(runs.filter(({ isLeft }) => isLeft).map(({ run }) => run.notification));
    awaiting.push(...stored.filter(isAwaiting).filter(({ notification }) => !left.has(notification)));
    const again = stored.filter((run) => {
      const held = heldJob(run);
      return held && (held.status === "pending" || left.has(run.notification));
    });
    moving = { runs: [...runs.filter(isKept), ...again.map(unchanged)], fanouts: [] };
    if (moving.runs.length > 0) advanced = await advance(engine, moving.runs, context, limits);
  }
  return awaiting;
}
