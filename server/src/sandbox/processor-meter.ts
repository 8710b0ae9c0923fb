import { GUARD_FACTOR, ownThreadTime } from "./thread-time.ts";

/** A reading of the thread's time is used again for this long, because reading takes 20 µs and most texts less. */
const PRECISION_MS = 5;

/**
 * Measures tasks in the processor time of the calling thread, which runs them one after the other. A task may be charged up to
 * 5 ms of what ran just before it, and a shorter one its elapsed time.
 */
export class ProcessorMeter {
  readonly #read: () => number | undefined;
  #last: { atMs: number; usedMs: number | undefined } = { atMs: Number.NEGATIVE_INFINITY, usedMs: undefined };

  constructor(read: () => number | undefined = ownThreadTime) {
    this.#read = read;
  }

  /** Begins a task. @returns a function that returns the milliseconds of processor time used since. */
  begin(): () => number {
    const beginMs = performance.now();
    const { usedMs: before } = beginMs - this.#last.atMs > PRECISION_MS ? this.#look() : this.#last;
    return () => {
      const elapsedMs = performance.now() - beginMs;
      if (before === undefined) return elapsedMs / GUARD_FACTOR;
      if (elapsedMs < PRECISION_MS) return elapsedMs;
      const { usedMs = before } = this.#look();
      return Math.min(elapsedMs, usedMs - before);
    };
  }

  #look() {
    this.#last = { atMs: performance.now(), usedMs: this.#read() };
    return this.#last;
  }
}
