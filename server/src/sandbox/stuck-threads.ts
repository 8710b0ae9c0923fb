import type { Worker } from "node:worker_threads";

/**
 * Threads that were ordered to end and have not ended. V8 interrupts JavaScript, but not one long call of its own
 * (a search for a long text in a longer one took 13 seconds): such a thread uses a processor until the call returns.
 */
export class StuckThreads {
  readonly #ending = new Set<Worker>();
  readonly #limit: number;

  constructor(limit = MAX_STUCK_THREADS) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#ending.size;
  }

  /** True while no more threads may be started in place of those that do not end. */
  get isFull(): boolean {
    return this.#ending.size >= this.#limit;
  }

  /** Ends a thread without waiting for it. @returns when it has ended. */
  async end(worker: Worker): Promise<void> {
    this.#ending.add(worker);
    await worker.terminate().catch(() => {});
    this.#ending.delete(worker);
  }
}

/** Each may use a processor and its heap limit; more of them than this would exhaust a small machine. */
const MAX_STUCK_THREADS = 3;
