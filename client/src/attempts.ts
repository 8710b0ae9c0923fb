import { TidingsError } from "./tidings-error.ts";

/** An answer, read to its end. */
export type Answer = { readonly status: number; readonly retryAfter: string | null; readonly text: string };

/** Waits between attempts when the service does not say how long: doubled each time up to 2 s, half of it by chance. */
const FIRST_WAIT_MS = 250;
const LONGEST_BACKOFF_MS = 2_000;
/** A service that wants to be left alone for longer than this gets its wish, and the caller the refusal. */
const LONGEST_WAIT_MS = 30_000;
/** A restart of the service takes less: open requests end within 10 s, and the start takes a few seconds. */
const PATIENCE_MS = 20_000;
/** Retries that are made even when the first attempts took longer than the patience lasts. */
const FEWEST_RETRIES = 2;

/** How long to retry: a number of retries, or a time after the first failure. */
export type Patience = { readonly retries: number } | { readonly patienceMs: number };

/** As long as a restart of the service takes. */
export const PATIENCE: Patience = { patienceMs: PATIENCE_MS };
export const NO_PATIENCE: Patience = { retries: 0 };

/** Attempts again where it can help: no answer, 429, 502, 503, and the twin of a request that is still at work. */
export async function attemptPatiently(
  attempt: () => Promise<Answer>,
  patience: Patience,
  signal?: AbortSignal,
): Promise<Answer> {
  let firstFailureMs: number | undefined;
  for (let failed = 0; ; failed += 1) {
    const outcome = await attempt().catch((error: unknown) => error);
    firstFailureMs ??= performance.now();
    const isPatient = mayTryAgain(patience, failed, performance.now() - firstFailureMs);
    const waitMs = isPatient ? waitBefore(outcome, failed) : undefined;
    if (waitMs !== undefined) await sleep(waitMs, signal);
    else if (isAnswer(outcome)) return outcome;
    else throw outcome;
  }
}

function mayTryAgain(patience: Patience, failed: number, sinceFirstMs: number): boolean {
  if ("retries" in patience) return failed < patience.retries;
  return failed < FEWEST_RETRIES || sinceFirstMs < patience.patienceMs;
}

/** How long to wait before the next attempt; undefined when there is no use in one. */
function waitBefore(outcome: unknown, failed: number): number | undefined {
  const longestMs = Math.min(FIRST_WAIT_MS * 2 ** failed, LONGEST_BACKOFF_MS);
  const backoffMs = longestMs * (0.5 + Math.random() / 2);
  if (outcome instanceof TidingsError) return outcome.code === "ABORTED" ? undefined : backoffMs;
  if (!isAnswer(outcome) || !isWorthwhile(outcome)) return undefined;
  const askedMs = retryAfterMs(outcome.retryAfter);
  if (askedMs === undefined) return backoffMs;
  return askedMs > LONGEST_WAIT_MS ? undefined : askedMs;
}

/** A 409 with Retry-After says that the same idempotency key is being worked on (wire-facts, idempotency). */
function isWorthwhile({ status, retryAfter }: Answer): boolean {
  return status === 429 || status === 502 || status === 503 || (status === 409 && retryAfter !== null);
}

/** Seconds or an HTTP date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - Date.now());
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
