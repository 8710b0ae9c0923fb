import { AppError } from "../foundation/app-error.ts";

/** Counts wrong API keys by the address they come from; see `TIDINGS_WRONG_KEYS_PER_MINUTE`. */
export type WrongKeys = {
  /**
   * Looks a key up for a caller at an address; undefined is a wrong key. An address that has tried too many wrong ones
   * within a minute is refused without looking. Look-ups under way count as if they were wrong until they are known,
   * so that many at once cannot exceed the limit; who finds no room waits for one of them.
   * @throws AppError too_many, with the time until the address may try again.
   */
  attempt<Found>(address: string, lookUp: () => Promise<Found | undefined>): Promise<Found | undefined>;
};

export type WrongKeysParts = {
  /** 0 is no limit. */
  mostPerMinute: number;
  /** Time that never goes back, in milliseconds. */
  nowMs: () => number;
};

const WINDOW_MS = 60_000;
/** An attacker with more addresses than this loses none of them: the oldest window is forgotten first. */
const MOST_ADDRESSES = 10_000;

type Tries = { startedAtMs: number; wrong: number; underWay: Set<Promise<unknown>> };

export function createWrongKeys({ mostPerMinute, nowMs }: WrongKeysParts): WrongKeys {
  const byAddress = new Map<string, Tries>();
  const triesOf = (address: string): Tries => {
    const known = byAddress.get(address);
    if (known && nowMs() - known.startedAtMs < WINDOW_MS) return known;
    // Set anew, so that the map stays in the order in which windows began.
    byAddress.delete(address);
    if (byAddress.size >= MOST_ADDRESSES) byAddress.delete(byAddress.keys().next().value as string);
    const tries = { startedAtMs: nowMs(), wrong: 0, underWay: known?.underWay ?? new Set() };
    byAddress.set(address, tries);
    return tries;
  };
  const attempt: WrongKeys["attempt"] = async (address, lookUp) => {
    if (mostPerMinute === 0) return lookUp();
    let tries = triesOf(address);
    while (tries.wrong + tries.underWay.size >= mostPerMinute) {
      if (tries.wrong >= mostPerMinute) throw refusal(tries.startedAtMs + WINDOW_MS - nowMs());
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

function refusal(waitMs: number): AppError {
  return new AppError("too_many", "Too many wrong API keys from this address; try again later", {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
