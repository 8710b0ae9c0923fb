import { setImmediate } from "node:timers/promises";

/** Work on the main thread gives way to everything else that waits after this time. */
const MAX_TURN_MS = 10;

/** Long work on the main thread, cut into turns of the event loop. */
export class LoopTurn {
  #sinceMs = performance.now();

  /**
   * Lets the loop turn where the work has held it for 10 ms.
   * @param charge called with the milliseconds for which the work has held it.
   */
  async yield(charge?: (ms: number) => void): Promise<void> {
    const heldMs = performance.now() - this.#sinceMs;
    if (heldMs < MAX_TURN_MS) return;
    charge?.(heldMs);
    await setImmediate();
    this.#sinceMs = performance.now();
  }
}
