import { systemTime } from "./clock.ts";
import type { Share } from "./share.ts";

/** Charges main-thread time to an environment: called after synchronous work of the engine for it. */
export type ChargeLoop = (environmentId: string, ms: number) => void;
/** The same for any share: called after synchronous work for a request. */
export type ChargeShare = (share: Share, ms: number) => void;

/**
 * Main-thread time per share in the last 2 seconds. Only measured work is charged; sockets and garbage
 * collection belong to no share.
 */
export type LoopTime = {
  readonly charge: ChargeShare;
  /** The share with more than half of the charged time of the last 2 seconds; undefined when there is none. */
  heaviest(): Share | undefined;
};

const WINDOW_MS = 2_000;
const SLICES = 8;
const SLICE_MS = WINDOW_MS / SLICES;
/** With less than a tenth of the window charged, something else loads the event loop. */
const MIN_MS = WINDOW_MS / 10;

/** Runs `work` and passes the time it took to `charge`; tests cannot move that time. */
export function timed<T>(charge: (ms: number) => void, work: () => T): T {
  const startMs = systemTime.monotonicMs();
  try {
    return work();
  } finally {
    charge(systemTime.monotonicMs() - startMs);
  }
}

type Slice = { number: number; charged: Map<Share, number> };

/** `nowMs` is a monotonic clock in milliseconds. */
export function createLoopTime(nowMs: () => number): LoopTime {
  const slices: Slice[] = Array.from({ length: SLICES }, () => ({ number: -1, charged: new Map() }));
  const currentNumber = () => Math.floor(nowMs() / SLICE_MS);

  return {
    charge: (share, ms) => {
      const number = currentNumber();
      const slice = slices[number % SLICES] as Slice;
      if (slice.number !== number) {
        slice.number = number;
        slice.charged.clear();
      }
      slice.charged.set(share, (slice.charged.get(share) ?? 0) + ms);
    },
    heaviest: () => {
      const oldest = currentNumber() - SLICES + 1;
      const totals = new Map<Share, number>();
      let total = 0;
      for (const { charged } of slices.filter(({ number }) => number >= oldest)) {
        for (const [share, ms] of charged) {
          totals.set(share, (totals.get(share) ?? 0) + ms);
          total += ms;
        }
      }
      if (total < MIN_MS) return undefined;
      return [...totals].find(([, ms]) => ms > total / 2)?.[0];
    },
  };
}
