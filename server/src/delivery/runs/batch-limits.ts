import { LEASE_SECONDS } from "../queue/lease.ts";

/** The environment of a batch, and the time (as `performance.now()`) until which steps of its runs may begin. */
export type BatchLimits = { environmentId: string; deadlineMs: number };

/** Well below a lease: a step that begins within this time can be stored before the lease expires. */
const BATCH_MS = (LEASE_SECONDS * 1_000) / 4;

export function beginBatch(environmentId: string): BatchLimits {
  return { environmentId, deadlineMs: performance.now() + BATCH_MS };
}

export function isOverdue({ deadlineMs }: BatchLimits): boolean {
  return performance.now() > deadlineMs;
}
