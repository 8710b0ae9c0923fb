import type { Worker } from "node:worker_threads";

/**
 * Threads that were terminated but have not ended yet. V8 interrupts JavaScript, but not a single long native call
 * (searching a long text in a longer one took 13 seconds): such a thread uses a processor until the call returns.
 */
export class StuckThreads {
  readonly #ending = new Set<Worker>();
  readonly #limit: number;
  readonly #listeners: (() => void)[] = [];

  constructor(limit = MAX_STUCK_THREADS) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#ending.size;
  }

  /** True while no new thread may replace one that has not ended. */
  get isFull(): boolean {
    return this.#ending.size >= this.#limit;
  }

  /** `listener` is called whenever a thread has ended: another one may start, in whatever pool. */
  onEnded(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Terminates a thread. Resolves when it has ended. */
  async end(worker: Worker): Promise<void> {
    this.#ending.add(worker);
    await worker.terminate().catch(() => {});
    this.#ending.delete(worker);
    for (const listener of this.#listeners) listener();
  }
}

/** Each of them may use a processor and its heap limit; more would exhaust a small machine. */
const MAX_STUCK_THREADS = 3;
