import { systemTime } from "./clock.ts";
/** Charges main-thread time to an environment: called after synchronous work for its clients. */
export type ChargeLoop = (environmentId: string, ms: number) => void;

/**
 * Main-thread time per environment in the last 2 seconds. Only measured work is charged; sockets and garbage
 * collection belong to no environment.
 */
export type LoopTime = {
  readonly charge: ChargeLoop;
  /** The environment with more than half of the charged time of the last 2 seconds; undefined when there is none. */
  heaviest(): string | undefined;
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

type Slice = { number: number; charged: Map<string, number> };

/** `nowMs` is a monotonic clock in milliseconds. */
export function createLoopTime(nowMs: () => number): LoopTime {
  const slices: Slice[] = Array.from({ length: SLICES }, () => ({ number: -1, charged: new Map() }));
  const currentNumber = () => Math.floor(nowMs() / SLICE_MS);

  return {
    charge: (environmentId, ms) => {
      const number = currentNumber();
      const slice = slices[number % SLICES] as Slice;
      if (slice.number !== number) {
        slice.number = number;
        slice.charged.clear();
      }
      slice.charged.set(environmentId, (slice.charged.get(environmentId) ?? 0) + ms);
    },
    heaviest: () => {
      const oldest = currentNumber() - SLICES + 1;
      const totals = new Map<string, number>();
      let total = 0;
      for (const { charged } of slices.filter(({ number }) => number >= oldest)) {
        for (const [environmentId, ms] of charged) {
          totals.set(environmentId, (totals.get(environmentId) ?? 0) + ms);
          total += ms;
        }
      }
      if (total < MIN_MS) return undefined;
      return [...totals].find(([, ms]) => ms > total / 2)?.[0];
    },
  };
}
