import type { Time } from "../../foundation/clock.ts";
import { GUARD_FACTOR } from "../../sandbox/thread-time.ts";
import type { TimeBudget } from "../../templates/templates.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";

/**
 * The environment of a batch, and the time (by the monotonic clock) until which steps of its runs may begin. `work`: the processor
 * time that its texts and mails may use together; without it they have only their own budgets.
 */
export type BatchLimits = { environmentId: string; deadlineMs: number; time: Time; work?: TimeBudget };

/** Well below a lease: a step that begins within this time can be stored before the lease expires. */
const BATCH_MS = (LEASE_SECONDS * 1_000) / 4;

export function beginBatch(time: Time, environmentId: string): BatchLimits {
  return { environmentId, deadlineMs: time.monotonicMs() + BATCH_MS, time };
}

/** A batch limited by its processor time, not by how fast the machine is: elapsed time is only a guard against hanging. */
export function beginMeasuredBatch(time: Time, environmentId: string, workMs: number): BatchLimits {
  const deadlineMs = time.monotonicMs() + workMs * GUARD_FACTOR;
  return { environmentId, deadlineMs, time, work: { leftMs: workMs } };
}

/** The same limits, but with at least `ms` from now. */
export function atLeast(limits: BatchLimits, ms: number): BatchLimits {
  return { ...limits, deadlineMs: Math.max(limits.deadlineMs, limits.time.monotonicMs() + ms) };
}

export function isLate({ deadlineMs, time }: BatchLimits): boolean {
  return time.monotonicMs() > deadlineMs;
}

/** Whether no further step may begin. */
export function isOverdue(limits: BatchLimits): boolean {
  const { work } = limits;
  return isLate(limits) || (work !== undefined && work.leftMs <= 0);
}
