import { AppError } from "../foundation/app-error.ts";

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

const WINDOW_MS = 60_000;
/** Above this number of addresses, the oldest window is dropped. */
const MAX_ADDRESSES = 10_000;

type Tries = { startedAtMs: number; wrong: number; underWay: Set<Promise<unknown>> };

export function createWrongKeys({ maxPerMinute, nowMs, what = "API keys" }: WrongKeysParts): WrongKeys {
  const byAddress = new Map<string, Tries>();
  const triesOf = (address: string): Tries => {
    const current = byAddress.get(address);
    if (current && nowMs() - current.startedAtMs < WINDOW_MS) return current;
    // Inserted again, so that the map stays in the order in which the windows began.
    byAddress.delete(address);
    if (byAddress.size >= MAX_ADDRESSES) byAddress.delete(byAddress.keys().next().value as string);
    const tries = { startedAtMs: nowMs(), wrong: 0, underWay: current?.underWay ?? new Set() };
    byAddress.set(address, tries);
    return tries;
  };
  const attempt: WrongKeys["attempt"] = async (address, lookUp, isKnown) => {
    if (maxPerMinute === 0) return lookUp();
    let tries = triesOf(address);
    while (tries.wrong + tries.underWay.size >= maxPerMinute) {
      if (tries.wrong >= maxPerMinute) {
        if (await isKnown?.()) return lookUp();
        throw refusal(tries.startedAtMs + WINDOW_MS - nowMs(), what);
      }
      await Promise.race(tries.underWay);
      tries = triesOf(address);
    }
    const looking = lookUp();
    const { underWay } = tries;
    const settled: Promise<void> = looking
      .then((found) => found === undefined)
      .catch(() => false)
      .then((isWrong) => {
        underWay.delete(settled);
        if (isWrong) triesOf(address).wrong += 1;
      });
    underWay.add(settled);
    await settled;
    return looking;
  };
  return { attempt };
}

function refusal(waitMs: number, what: string): AppError {
  return new AppError("too_many", `Too many wrong ${what} from this address; try again later`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
