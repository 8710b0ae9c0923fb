import { setTimeout as sleep } from "node:timers/promises";

/** Ends a delayed or repeated call; a call in progress is not interrupted. May be called again. */
export type Cancel = () => void;

/** The wall clock: for moments that are shown or stored. It may jump. Due times and leases use the database's clock instead. */
export type Clock = { now(): Date };

/**
 * The only access to time: the wall clock, the monotonic clock and timers. A part of the service, so that tests can pass one
 * that they move.
 */
export type Time = Clock & {
  /** Milliseconds since an arbitrary moment; never runs backwards. For durations and limits. */
  monotonicMs(): number;
  /** Resolves after `ms`, or as soon as `signal` is aborted. Never rejects. Keeps the process running. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `work` every `ms`. Does not keep the process running. */
  every(ms: number, work: () => void): Cancel;
  /** Calls `work` once, after `ms`. Does not keep the process running. */
  after(ms: number, work: () => void): Cancel;
};

export const systemTime: Time = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    });
  },
  every: (ms, work) => {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
  after: (ms, work) => {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
};
