import type { Time } from "../foundation/clock.ts";
/** Time-outs of a call: until connected (name, TCP and TLS), until the status line, and in total. */
export type Timeouts = {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly totalMs: number;
};

/** Below the 30 s lease of a job, so that a call always ends while its worker holds the lease. */
export const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 5_000, firstByteMs: 10_000, totalMs: 15_000 };

export class DeadlinePassed extends Error {}

export type Deadlines = {
  /** Rejects with `DeadlinePassed` when a time-out is exceeded; never resolves. */
  readonly passed: Promise<never>;
  connected(): void;
  answered(): void;
  stop(): void;
};

/**
 * Uses its own timers: socket timers only detect idle sockets, and a slow peer that sends single bytes is never idle.
 */
export function startDeadlines(timeouts: Timeouts, time: Time): Deadlines {
  let fail: (error: Error) => void = () => {};
  const passed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  passed.catch(() => {});
  const after = (ms: number, what: string) => time.after(ms, () => fail(new DeadlinePassed(what)));
  const cancelTotal = after(timeouts.totalMs, `no whole answer within ${timeouts.totalMs} ms`);
  let cancelPhase = after(timeouts.connectMs, `no connection within ${timeouts.connectMs} ms`);
  return {
    passed,
    connected() {
      cancelPhase();
      cancelPhase = after(timeouts.firstByteMs, `no answer within ${timeouts.firstByteMs} ms`);
    },
    answered: () => cancelPhase(),
    stop() {
      cancelPhase();
      cancelTotal();
    },
  };
}
