/**
 * Remembers by name what failed for some minutes, so that the same work is not begun again and again. Bounded: when it
 * is full the oldest names are forgotten.
 */
export class RecentFailures {
  /** By name: how often it failed, and until when (by `performance.now()`) that counts. */
  readonly #failures = new Map<string, { count: number; untilMs: number }>();
  readonly #threshold: number;

  /** @param threshold how many failures within the time it takes until `has` answers true. */
  constructor(threshold = 1) {
    this.#threshold = threshold;
  }

  has(name: string): boolean {
    const failure = this.#failures.get(name);
    return failure !== undefined && failure.count >= this.#threshold && performance.now() < failure.untilMs;
  }

  get isEmpty(): boolean {
    return this.#failures.size === 0;
  }

  forget(name: string): void {
    this.#failures.delete(name);
  }

  add(name: string): void {
    const known = this.#failures.get(name);
    const nowMs = performance.now();
    const count = known && nowMs < known.untilMs ? known.count + 1 : 1;
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
