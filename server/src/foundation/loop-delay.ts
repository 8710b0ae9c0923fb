import type { Time } from "./clock.ts";

/**
 * How late the event loop of this process is, because its own work holds it or the machine gives it too little processor
 * time. One measurement for the process.
 */
export type LoopDelay = {
  /** The median delay of the turns that ended after `fromMs`, within the last 5 s; 0 if there is none. */
  medianMs(fromMs: number): number;
  /** For how long the loop was late, in total, in the last 5 s. */
  lateMs(): number;
  close(): void;
};

const TICK_MS = 20;
const WINDOW_MS = 5_000;
/** Timers are some milliseconds late in an idle process, too. */
const JITTER_MS = 10;

type Tick = { atMs: number; delayMs: number };

export function createLoopDelay(time: Time): LoopDelay {
  let ticks: Tick[] = [];
  let lastMs = time.monotonicMs();
  const tick = (): Tick => {
    const atMs = time.monotonicMs();
    return { atMs, delayMs: Math.max(0, atMs - lastMs - TICK_MS) };
  };
  const since = (fromMs: number): number[] =>
    ticks.filter(({ atMs }) => atMs > fromMs).map(({ delayMs }) => delayMs);
  const close = time.every(TICK_MS, () => {
    const current = tick();
    lastMs = current.atMs;
    ticks.push(current);
    if (ticks.length > (2 * WINDOW_MS) / TICK_MS) {
      ticks = ticks.filter(({ atMs }) => atMs > current.atMs - WINDOW_MS);
    }
  });
  return {
    medianMs: (fromMs) => {
      const sorted = since(fromMs).toSorted((a, b) => a - b);
      return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
    },
    lateMs: () => {
      // With the turn that is not over: a timer may be called before the tick is.
      const current = tick();
      const delays = [...since(current.atMs - WINDOW_MS), current.delayMs];
      return delays.reduce((sum, ms) => sum + (ms > JITTER_MS ? ms : 0), 0);
    },
    close,
  };
}
