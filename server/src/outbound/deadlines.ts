import type { Cancel, Time } from "../foundation/clock.ts";
import { tuned } from "../foundation/failpoint.ts";

/** Time-outs of a call: until connected (name, TCP and TLS), until the status line, and in total. */
export type Timeouts = {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly totalMs: number;
};

const ANSWER_MS = tuned("answer_ms", 10_000);
const BODY_MS = 5_000;

/** Below the 30 s lease of a job, so that a call always ends while its worker holds the lease. */
export const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 5_000,
  firstByteMs: ANSWER_MS,
  totalMs: ANSWER_MS + BODY_MS,
};

export class DeadlinePassed extends Error {}

export type Deadlines = {
  /** Rejects with `DeadlinePassed` when a time-out is exceeded; never resolves. */
  readonly passed: Promise<never>;
  connected(): void;
  answered(): void;
  stop(): void;
};

/**
 * Uses its own timers: socket timers only detect idle sockets, and a slow peer that sends single bytes is never idle. A time-out is
 * exceeded only after the sockets were read once more: where the event loop was late, its timers are called before that, and a message
 * whose answer had arrived in time would be sent again.
 */
export function startDeadlines(timeouts: Timeouts, time: Time): Deadlines {
  let fail: (error: Error) => void = () => {};
  const passed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  passed.catch(() => {});
  const after = (ms: number, what: string): Cancel => {
    let isCanceled = false;
    const exceeded = () => isCanceled || fail(new DeadlinePassed(what));
    const cancelTimer = time.after(ms, () => void setImmediate(exceeded));
    return () => {
      isCanceled = true;
      cancelTimer();
    };
  };
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
