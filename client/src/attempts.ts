import { TidingsError } from "./tidings-error.ts";

/** An answer, read to its end. */
export type Answer = { readonly status: number; readonly retryAfter: string | null; readonly text: string };

/** Waits between attempts when the service does not say how long: doubled each time, half of it by chance. */
const FIRST_WAIT_MS = 250;
/** A service that wants to be left alone for longer than this gets its wish, and the caller the refusal. */
const LONGEST_WAIT_MS = 30_000;

/** Attempts again where it can help: no answer, 429, 502, 503, and the twin of a request that is still at work. */
export async function attemptPatiently(
  attempt: () => Promise<Answer>,
  retries: number,
  signal?: AbortSignal,
): Promise<Answer> {
  for (let failed = 0; ; failed += 1) {
    const outcome = await attempt().catch((error: unknown) => error);
    const waitMs = failed < retries ? waitBefore(outcome, failed) : undefined;
    if (waitMs !== undefined) await sleep(waitMs, signal);
    else if (isAnswer(outcome)) return outcome;
    else throw outcome;
  }
}

/** How long to wait before the next attempt; undefined when there is no use in one. */
function waitBefore(outcome: unknown, failed: number): number | undefined {
  const backoffMs = FIRST_WAIT_MS * 2 ** failed * (0.5 + Math.random() / 2);
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
