import { type AnyOperation, type RateClass, rateClassOf, readable } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import type { RateLimits } from "../foundation/edge-settings.ts";

/**
 * Limits the request rate of each client (an environment, or the address of a stranger) with an in-memory token bucket for each
 * class of operations. A bucket holds the tokens of two seconds. Each process counts separately, so n processes allow n times
 * the rate.
 */
export type RateLimiter = {
  /**
   * Takes `count` tokens, all of them or none.
   * @returns the response headers, and the error (429) when there were not enough tokens.
   */
  take(client: string, operation: AnyOperation, count?: number): Taken;
  /** The same for a path that is no operation. */
  takeOf(client: string, rateClass: RateClass, count?: number): Taken;
};

export type Taken = { readonly headers: Record<string, string>; readonly refusal?: AppError };

export type RateLimiterParts = {
  limits: RateLimits;
  /** Monotonic time in milliseconds. */
  nowMs: () => number;
};

const BURST_S = 2;
const MAX_BUCKETS = 10_000;
const NOT_LIMITED: Taken = { headers: {} };

export function createRateLimiter({ limits, nowMs }: RateLimiterParts): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const takeOf: RateLimiter["takeOf"] = (client, rateClass, count = 1) => {
    const perSecond = limits[rateClass];
    if (perSecond === 0) return NOT_LIMITED;
    const bucket = bucketOf(buckets, `${rateClass} ${client}`, { perSecond, nowMs: nowMs() });
    return takeFrom(bucket, { rateClass, perSecond, count });
  };
  return {
    take: (client, operation, count = 1) => {
      const rateClass = rateClassOf(operation);
      return rateClass ? takeOf(client, rateClass, count) : NOT_LIMITED;
    },
    takeOf,
  };
}

type Bucket = { tokens: number; filledAtMs: number };
type Rate = { perSecond: number; nowMs: number };

/** The bucket, refilled up to now. A new bucket is full, so dropping a used one from the map allows at most one burst. */
function bucketOf(buckets: Map<string, Bucket>, name: string, { perSecond, nowMs }: Rate): Bucket {
  let bucket = buckets.get(name);
  if (!bucket) {
    if (buckets.size >= MAX_BUCKETS) buckets.delete(buckets.keys().next().value as string);
    bucket = { tokens: perSecond * BURST_S, filledAtMs: nowMs };
    buckets.set(name, bucket);
  }
  const gained = (Math.max(0, nowMs - bucket.filledAtMs) / 1_000) * perSecond;
  bucket.tokens = Math.min(perSecond * BURST_S, bucket.tokens + gained);
  bucket.filledAtMs = nowMs;
  return bucket;
}

type Take = { rateClass: RateClass; perSecond: number; count: number };

/** A request for more than a bucket holds needs a nearly full bucket, and leaves it with a negative balance. */
function takeFrom(bucket: Bucket, { rateClass, perSecond, count }: Take): Taken {
  const capacity = perSecond * BURST_S;
  const missing = Math.min(count, capacity - 1) - bucket.tokens;
  if (missing <= 0) bucket.tokens -= count;
  const left = Math.max(0, Math.floor(bucket.tokens));
  const fullInS = Math.ceil((capacity - bucket.tokens) / perSecond);
  const headers = {
    "ratelimit-policy": `"${rateClass}";q=${capacity};w=${BURST_S}`,
    ratelimit: `"${rateClass}";r=${missing > 0 ? 0 : left};t=${fullInS}`,
  };
  return missing > 0 ? { headers, refusal: refusal(rateClass, perSecond, missing) } : { headers };
}

function refusal(rateClass: RateClass, perSecond: number, missing: number): AppError {
  const sentence = `Too many requests: the limit is ${readable(perSecond)} a second for the class "${rateClass}" of this environment`;
  return new AppError("too_many", sentence, { retryAfterSeconds: Math.ceil(missing / perSecond) });
}

/** Tokens that a request needs beyond its first: each event of a bulk trigger costs one. */
export function furtherCount({ ratedBy }: AnyOperation, body: unknown): number {
  const list = ratedBy === undefined ? undefined : (body as Record<string, unknown> | undefined)?.[ratedBy];
  return Array.isArray(list) ? list.length - 1 : 0;
}
