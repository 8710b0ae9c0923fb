import { AppError } from "../foundation/app-error.ts";
import {
  createFailureWindows,
  FAILURE_WINDOW_MS,
  type PendingLookUps,
} from "../foundation/failure-windows.ts";

/** Limits wrong API keys, cookies or links by client address; see `TIDINGS_WRONG_KEYS_PER_MINUTE`. */
export type WrongKeys = {
  /**
   * Looks up a key for a request from an address; undefined means a wrong key. An address with too many wrong keys within
   * a minute is refused without a look-up. Look-ups in progress count as wrong until they end, so that concurrent requests
   * cannot exceed the limit; a request over the limit waits for one of them.
   * @param isKnown Whether this key was used before, by what the database has stored: such a key is looked up from a refused
   *   address, too, so that others behind it cannot lock it out, not even after a restart.
   * @throws AppError too_many, with the time until the address may retry.
   */
  attempt<Found>(
    address: string,
    lookUp: () => Promise<Found | undefined>,
    isKnown?: () => Promise<boolean>,
  ): Promise<Found | undefined>;
};

export type WrongKeysParts = {
  /** 0 means no limit. */
  maxPerMinute: number;
  /** Monotonic time in milliseconds. */
  nowMs: () => number;
  /** What is wrong, for the refusal; default "API keys". */
  what?: string;
};

export function createWrongKeys({ maxPerMinute, nowMs, what = "API keys" }: WrongKeysParts): WrongKeys {
  const windowOf = createFailureWindows(nowMs);
  const attempt: WrongKeys["attempt"] = async (address, lookUp, isKnown) => {
    if (maxPerMinute === 0) return lookUp();
    let window = windowOf(address);
    while (window.failed + window.pending.count >= maxPerMinute) {
      if (window.failed >= maxPerMinute) {
        if (await isKnown?.()) return lookUp();
        throw refusal(window.startedAtMs + FAILURE_WINDOW_MS - nowMs(), what);
      }
      await endOfOne(window.pending);
      window = windowOf(address);
    }
    const { pending } = window;
    pending.count += 1;
    try {
      const found = await lookUp();
      if (found === undefined) windowOf(address).failed += 1;
      return found;
    } finally {
      pending.count -= 1;
      for (const wake of pending.waiting.splice(0)) wake();
    }
  };
  return { attempt };
}

/** One promise for a call that waits: `Promise.race` would add a reaction to each look-up for each call, at each end. */
function endOfOne({ waiting }: PendingLookUps): Promise<void> {
  return new Promise((resolve) => waiting.push(resolve));
}

function refusal(waitMs: number, what: string): AppError {
  return new AppError("too_many", `Too many wrong ${what} from this address; try again later`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
