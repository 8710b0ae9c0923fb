import { UnjudgedReceipt } from "./unjudged.ts";

/** Limits the look-ups of an address (an IPv4 address or the /64 of an IPv6 address) that find nothing. */
type LookUpLimit = {
  /** @throws UnjudgedReceipt when the address has too many look-ups that failed, or that are under way. */
  attempt<Found>(address: string, lookUp: () => Promise<Found | undefined>): Promise<Found | undefined>;
};

const WINDOW_MS = 60_000;
const MAX_FAILED = 10;
const MAX_UNDER_WAY = 4;
/** Above this number of addresses, the oldest window is dropped. */
const MAX_ADDRESSES = 10_000;

/** `underWay` is shared by the windows of an address: a look-up may end in a later one than it began in. */
type Tries = { startedAtMs: number; failed: number; underWay: Set<symbol> };

/** @param nowMs monotonic time in milliseconds */
export function createLookUpLimit(nowMs: () => number): LookUpLimit {
  const byAddress = new Map<string, Tries>();
  const triesOf = (address: string): Tries => {
    const current = byAddress.get(address);
    if (current && nowMs() - current.startedAtMs < WINDOW_MS) return current;
    // Inserted again, so that the map stays in the order in which the windows began.
    byAddress.delete(address);
    if (byAddress.size >= MAX_ADDRESSES) byAddress.delete(byAddress.keys().next().value as string);
    const tries = { startedAtMs: nowMs(), failed: 0, underWay: current?.underWay ?? new Set<symbol>() };
    byAddress.set(address, tries);
    return tries;
  };
  return {
    async attempt(address, lookUp) {
      const { failed, underWay } = triesOf(address);
      if (failed >= MAX_FAILED || underWay.size >= MAX_UNDER_WAY)
        throw new UnjudgedReceipt("Too many certificates are asked for from this address");
      const place = Symbol("look-up");
      underWay.add(place);
      let isFound = false;
      try {
        const found = await lookUp();
        isFound = found !== undefined;
        return found;
      } finally {
        underWay.delete(place);
        if (!isFound) triesOf(address).failed += 1;
      }
    },
  };
}
