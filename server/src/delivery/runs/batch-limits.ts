import { LEASE_SECONDS } from "../queue/lease.ts";

/** Whose batch it is, and until when (as `performance.now()`) steps of its runs may begin. */
export type BatchLimits = { environmentId: string; deadlineMs: number };

/** Well below a lease: what is begun by then can be stored before the lease ends. */
const BATCH_MS = (LEASE_SECONDS * 1_000) / 4;

export function beginBatch(environmentId: string): BatchLimits {
  return { environmentId, deadlineMs: performance.now() + BATCH_MS };
}

export function isOverdue({ deadlineMs }: BatchLimits): boolean {
  return performance.now() > deadlineMs;
}
