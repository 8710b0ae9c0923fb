import { retryAfterMs } from "@tidings/contract";
import { TidingsError } from "./tidings-error.ts";

/** An answer with its complete body. */
export type Answer = { readonly status: number; readonly retryAfter: string | null; readonly text: string };

/** Delay between attempts without Retry-After: doubled each time up to 2 s, with 50 % jitter. */
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 2_000;
/** A longer Retry-After is not waited for; the caller gets the refusal. */
const MAX_RETRY_AFTER_MS = 30_000;
/** A restart of the service takes less: open requests end within 10 s, and the start takes a few seconds. */
const RETRY_TIME_MS = 20_000;
/** Retries made even when the first attempts took longer than the retry time. */
const MIN_RETRIES = 2;

/** When to stop retrying: after a number of retries, or after a time since the first failure. */
export type RetryPolicy = { readonly retries: number } | { readonly retryTimeMs: number };

/** Long enough for a restart of the service. */
export const DEFAULT_RETRIES: RetryPolicy = { retryTimeMs: RETRY_TIME_MS };
export const NO_RETRIES: RetryPolicy = { retries: 0 };

/** The time of the retries: `now` is the wall clock, for a Retry-After that is a date. */
export type RetryTime = {
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

type Retrying = { readonly signal?: AbortSignal | undefined; readonly time?: RetryTime };

const REAL_TIME: RetryTime = { now: () => new Date(), monotonicMs: () => performance.now(), sleep };

/** Retries after no answer, 429, 502, 503, and 409 for a request with the same key that is still being processed. */
export async function attemptWithRetries<A extends Answer>(
  attempt: () => Promise<A>,
  policy: RetryPolicy,
  { signal, time = REAL_TIME }: Retrying = {},
): Promise<A> {
  let firstFailureMs: number | undefined;
  for (let failed = 0; ; failed += 1) {
    const outcome = await attempt().catch((error: unknown) => error);
    firstFailureMs ??= time.monotonicMs();
    const mayRetry = isRetryAllowed(policy, failed, time.monotonicMs() - firstFailureMs);
    const waitMs = mayRetry ? waitBefore(outcome, failed, time.now()) : undefined;
    if (waitMs !== undefined) await time.sleep(waitMs, signal);
    else if (isAnswer(outcome)) return outcome as A;
    else throw outcome;
  }
}

function isRetryAllowed(policy: RetryPolicy, failed: number, sinceFirstMs: number): boolean {
  if ("retries" in policy) return failed < policy.retries;
  return failed < MIN_RETRIES || sinceFirstMs < policy.retryTimeMs;
}

/** Delay before the next attempt; undefined when a retry cannot help. */
function waitBefore(outcome: unknown, failed: number, now: Date): number | undefined {
  const maxMs = Math.min(FIRST_BACKOFF_MS * 2 ** failed, MAX_BACKOFF_MS);
  const backoffMs = maxMs * (0.5 + Math.random() / 2);
  if (outcome instanceof TidingsError) return outcome.code === "ABORTED" ? undefined : backoffMs;
  if (!isAnswer(outcome) || !isRetryable(outcome)) return undefined;
  const requestedMs = retryAfterMs(outcome.retryAfter, now);
  if (requestedMs === undefined) return backoffMs;
  return requestedMs > MAX_RETRY_AFTER_MS ? undefined : requestedMs;
}

/** A 409 with Retry-After means that a request with the same idempotency key is still being processed. */
function isRetryable({ status, retryAfter }: Answer): boolean {
  return status === 429 || status === 502 || status === 503 || (status === 409 && retryAfter !== null);
}

function isAnswer(outcome: unknown): outcome is Answer {
  return typeof outcome === "object" && outcome !== null && "retryAfter" in outcome;
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
  });
}
