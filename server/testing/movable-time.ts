import { setImmediate } from "node:timers/promises";
import { type Cancel, systemTime, type Time } from "../src/foundation/clock.ts";

/** A `Time` that a test moves. */
export type MovableTime = Time & {
  /**
   * Moves it ahead. Timers that are due by then are called in the order of their moments, each at its moment; work that waits
   * for one continues before the next is called.
   */
  advance(ms: number): Promise<void>;
};

type Timer = { dueMs: number; work: () => void; cancelReal: Cancel };

/** Real time, plus what the test adds: for a whole service, whose database goes on by real time. */
export const createMovableTime = (): MovableTime => new Moved(systemTime);

/** Time that passes only where the test moves it. It begins at `startsAt`, with 0 ms on the monotonic clock. */
export function createStoppedTime(startsAt = new Date("2030-01-01T00:00:00Z")): MovableTime {
  return new Moved({ now: () => startsAt, monotonicMs: () => 0, after: () => () => {} });
}

type Base = Pick<Time, "now" | "monotonicMs" | "after">;

/** The methods are properties, because parts of the service get single ones of them. */
class Moved implements MovableTime {
  readonly #base: Base;
  readonly #timers = new Set<Timer>();
  #addedMs = 0;

  constructor(base: Base) {
    this.#base = base;
  }

  readonly now = (): Date => new Date(this.#base.now().getTime() + this.#addedMs);

  readonly monotonicMs = (): number => this.#base.monotonicMs() + this.#addedMs;

  readonly after = (ms: number, work: () => void): Cancel => {
    const timer: Timer = { dueMs: this.monotonicMs() + ms, work, cancelReal: () => {} };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => {
      this.#timers.delete(timer);
      timer.cancelReal();
    };
  };

  readonly every = (ms: number, work: () => void): Cancel => {
    const again = (): Cancel =>
      this.after(ms, () => {
        cancel = again();
        work();
      });
    let cancel = again();
    return () => cancel();
  };

  readonly sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted) return;
    const { promise, resolve } = withResolver();
    const cancel = this.after(ms, resolve);
    signal?.addEventListener("abort", resolve);
    await promise;
    cancel();
    signal?.removeEventListener("abort", resolve);
  };

  readonly advance = async (ms: number): Promise<void> => {
    const targetMs = this.monotonicMs() + ms;
    for (;;) {
      const next = earliest(this.#timers, targetMs);
      this.#moveTo(next?.dueMs ?? targetMs);
      if (!next) break;
      this.#fire(next);
      await setImmediate();
    }
    for (const timer of this.#timers) this.#arm(timer);
  };

  #moveTo(toMs: number): void {
    this.#addedMs += Math.max(0, toMs - this.monotonicMs());
  }

  #fire(timer: Timer): void {
    timer.cancelReal();
    if (this.#timers.delete(timer)) timer.work();
  }

  #arm(timer: Timer): void {
    timer.cancelReal();
    timer.cancelReal = this.#base.after(timer.dueMs - this.monotonicMs(), () => this.#fire(timer));
  }
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** The timer that is due first; undefined when none is due by `untilMs`. */
function earliest(timers: Iterable<Timer>, untilMs: number): Timer | undefined {
  const due = [...timers].filter(({ dueMs }) => dueMs <= untilMs);
  return due.toSorted((a, b) => a.dueMs - b.dueMs)[0];
}
