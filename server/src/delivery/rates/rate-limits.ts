import type { IntegrationRates } from "@tidings/contract";
import type { RateAsk } from "./rate-store.ts";

/** A worker is promised calls for at most this time ahead, and for at most so many: they take places of its bulkheads. */
const MAX_HORIZON_MS = 2_000;
const MAX_AHEAD = 100;
/** A place that is held has messages for this time, so that it does not wait for the next batch. */
const DEPTH_MS = 2_000;
const MIN_DEPTH = 2;
const MAX_DEPTH = 50;
/** Messages that wait without a rate a second come again at least this far apart. */
const MIN_WAIT_MS = 10;

/** What this worker knows of an integration: its messages in progress, and how long a call takes on average. */
export type Knowledge = Pick<RateAsk, "inside" | "unused" | "unusedDay"> & { callMs: number };

type Asking = { integrationId: string; rates: IntegrationRates; asked: number; isFrozen: boolean };

/**
 * What to ask of the store for messages of one integration. Under a held test clock only the quota of the day counts: a message that
 * waited for a second or for a place would wait until the clock is moved.
 */
export function askOf({ integrationId, rates, asked, isFrozen }: Asking, known: Knowledge): RateAsk {
  const { perSecond, perDay = null } = rates;
  const concurrency = isFrozen ? null : (rates.concurrency ?? null);
  const intervalMs = isFrozen || perSecond === undefined ? null : 1_000 / perSecond;
  const { callMs, inside, unused, unusedDay } = known;
  const placeMs = concurrency === null ? 0 : callMs / concurrency;
  return {
    integrationId,
    asked,
    intervalMs,
    horizonMs: horizonOf(intervalMs),
    perDay,
    concurrency,
    inside,
    depth: Math.min(Math.max(Math.floor(DEPTH_MS / Math.max(callMs, 1)), MIN_DEPTH), MAX_DEPTH),
    waitMs: Math.max(intervalMs ?? 0, placeMs, MIN_WAIT_MS),
    unused,
    unusedDay,
  };
}

/** How far ahead calls are promised. */
function horizonOf(intervalMs: number | null): number {
  return intervalMs === null ? MAX_HORIZON_MS : Math.min(MAX_HORIZON_MS, MAX_AHEAD * intervalMs);
}
