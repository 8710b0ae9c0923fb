import { createFailureWindows } from "../../foundation/failure-windows.ts";
import { UnjudgedReceipt } from "./unjudged.ts";

/** Limits the look-ups of an address (an IPv4 address or the /64 of an IPv6 address) that find nothing. */
type LookUpLimit = {
  /** @throws UnjudgedReceipt when the address has too many look-ups that failed within a minute, or that have not ended. */
  attempt<Found>(address: string, lookUp: () => Promise<Found | undefined>): Promise<Found | undefined>;
};

const MAX_FAILED = 10;
const MAX_PENDING = 4;

/** @param nowMs monotonic time in milliseconds */
export function createLookUpLimit(nowMs: () => number): LookUpLimit {
  const windowOf = createFailureWindows(nowMs);
  return {
    async attempt(address, lookUp) {
      const { failed, pending } = windowOf(address);
      if (failed >= MAX_FAILED || pending.count >= MAX_PENDING)
        throw new UnjudgedReceipt("Too many certificates are asked for from this address");
      pending.count += 1;
      let isFound = false;
      try {
        const found = await lookUp();
        isFound = found !== undefined;
        return found;
      } finally {
        pending.count -= 1;
        if (!isFound) windowOf(address).failed += 1;
      }
    },
  };
}
