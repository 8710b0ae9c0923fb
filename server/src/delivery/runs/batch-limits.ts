import type { Time } from "../../foundation/clock.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";

/** The environment of a batch, and the time (by the monotonic clock) until which steps of its runs may begin. */
export type BatchLimits = { environmentId: string; deadlineMs: number; time: Time };

/** Well below a lease: a step that begins within this time can be stored before the lease expires. */
const BATCH_MS = (LEASE_SECONDS * 1_000) / 4;

/** @param maxMs default: a quarter of a lease. */
export function beginBatch(time: Time, environmentId: string, maxMs = BATCH_MS): BatchLimits {
  return { environmentId, deadlineMs: time.monotonicMs() + maxMs, time };
}

/** The same limits, but with at least `ms` from now. */
export function atLeast(limits: BatchLimits, ms: number): BatchLimits {
  return { ...limits, deadlineMs: Math.max(limits.deadlineMs, limits.time.monotonicMs() + ms) };
}

export function isOverdue({ deadlineMs, time }: BatchLimits): boolean {
  return time.monotonicMs() > deadlineMs;
}
