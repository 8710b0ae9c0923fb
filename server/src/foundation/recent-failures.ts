import { systemTime, type Time } from "./clock.ts";

/**
 * Remembers failures by name for 5 minutes, so that the same work is not started again and again. Bounded: the oldest
 * names are dropped.
 */
export class RecentFailures {
  /** By name: the number of failures, and until when (by the monotonic clock) they count. */
  readonly #failures = new Map<string, { count: number; untilMs: number }>();
  readonly #threshold: number;
  readonly #time: Pick<Time, "monotonicMs">;

  /** @param threshold the number of failures from which `has` returns true. */
  constructor(threshold = 1, time: Pick<Time, "monotonicMs"> = systemTime) {
    this.#time = time;
    this.#threshold = threshold;
  }

  has(name: string): boolean {
    const failure = this.#failures.get(name);
    return (
      failure !== undefined && failure.count >= this.#threshold && this.#time.monotonicMs() < failure.untilMs
    );
  }

  get isEmpty(): boolean {
    return this.#failures.size === 0;
  }

  forget(name: string): void {
    this.#failures.delete(name);
  }

  add(name: string): void {
    const recent = this.#failures.get(name);
    const nowMs = this.#time.monotonicMs();
    const count = recent && nowMs < recent.untilMs ? recent.count + 1 : 1;
    this.#failures.delete(name);
    this.#failures.set(name, { count, untilMs: nowMs + REMEMBERED_MS });
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= MAX_NAMES) return;
      this.#failures.delete(oldest);
    }
  }
}

const REMEMBERED_MS = 300_000;
const MAX_NAMES = 5_000;
