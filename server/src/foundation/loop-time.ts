/** Adds main-thread time to an environment's account: called after synchronous work that callers of it caused. */
export type ChargeLoop = (environmentId: string, ms: number) => void;

/**
 * Who used the main thread: the time of its event loop that was charged to environments in the last 2 seconds. Only
 * what is measured is known; time that belongs to nobody in particular (sockets, garbage collection) is not charged.
 */
export type LoopTime = {
  readonly charge: ChargeLoop;
  /** The environment that has more than half of the charged time of the last 2 seconds; undefined when none has. */
  heaviest(): string | undefined;
};

const WINDOW_MS = 2_000;
const SLICES = 8;
const SLICE_MS = WINDOW_MS / SLICES;
/** Less than a tenth of the window proves nothing: another cause strains the loop. */
const LEAST_MS = WINDOW_MS / 10;

/** What `work` does in this turn of the loop, with the time it took handed to `charge`. */
export function timed<T>(charge: (ms: number) => void, work: () => T): T {
  const startMs = performance.now();
  try {
    return work();
  } finally {
    charge(performance.now() - startMs);
  }
}

type Slice = { number: number; charged: Map<string, number> };

/** `nowMs` is a clock that only goes forward, in milliseconds. */
export function createLoopTime(nowMs: () => number = () => performance.now()): LoopTime {
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
      if (total < LEAST_MS) return undefined;
      return [...totals].find(([, ms]) => ms > total / 2)?.[0];
    },
  };
}
