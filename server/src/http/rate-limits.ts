import { type AnyOperation, type RateClass, rateClassOf, readable } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import type { RateLimits } from "../foundation/edge-settings.ts";

/**
 * How much one environment may ask of this process: a token bucket for each class of operations, in memory. A bucket
 * holds what comes in two seconds. Each process counts for itself, so that n processes let n times as much pass.
 */
export type RateLimiter = {
  /**
   * Takes tokens for an operation, all of them or none.
   * @returns the headers of the answer, and the refusal (429) when there were not enough tokens.
   */
  take(environmentId: string, operation: AnyOperation, count?: number): Taken;
};

export type Taken = { readonly headers: Record<string, string>; readonly refusal?: AppError };

export type RateLimiterParts = {
  limits: RateLimits;
  /** Time that never goes back, in milliseconds. */
  nowMs: () => number;
};

const BURST_S = 2;
const MOST_BUCKETS = 10_000;
const NOT_LIMITED: Taken = { headers: {} };

export function createRateLimiter({ limits, nowMs }: RateLimiterParts): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take: (environmentId, operation, count = 1) => {
      const rateClass = rateClassOf(operation);
      const perSecond = rateClass ? limits[rateClass] : 0;
      if (!rateClass || perSecond === 0) return NOT_LIMITED;
      const bucket = bucketOf(buckets, `${rateClass} ${environmentId}`, { perSecond, nowMs: nowMs() });
      return takeFrom(bucket, { rateClass, perSecond, count });
    },
  };
}

type Bucket = { tokens: number; filledAtMs: number };
type Rate = { perSecond: number; nowMs: number };

/** The bucket as it is now. A new bucket is full, so that forgetting one that was used gives away at most one burst. */
function bucketOf(buckets: Map<string, Bucket>, name: string, { perSecond, nowMs }: Rate): Bucket {
  let bucket = buckets.get(name);
  if (!bucket) {
    if (buckets.size >= MOST_BUCKETS) buckets.delete(buckets.keys().next().value as string);
    bucket = { tokens: perSecond * BURST_S, filledAtMs: nowMs };
    buckets.set(name, bucket);
  }
  const gained = (Math.max(0, nowMs - bucket.filledAtMs) / 1_000) * perSecond;
  bucket.tokens = Math.min(perSecond * BURST_S, bucket.tokens + gained);
  bucket.filledAtMs = nowMs;
  return bucket;
}

type Wanted = { rateClass: RateClass; perSecond: number; count: number };

/** Who wants more than a bucket holds waits until it is nearly full, and leaves it with less than nothing. */
function takeFrom(bucket: Bucket, { rateClass, perSecond, count }: Wanted): Taken {
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

/** How many tokens a request needs beyond its first: an event of a bulk counts like a trigger of its own. */
export function furtherCount({ ratedBy }: AnyOperation, body: unknown): number {
  const list = ratedBy === undefined ? undefined : (body as Record<string, unknown> | undefined)?.[ratedBy];
  return Array.isArray(list) ? list.length - 1 : 0;
}
