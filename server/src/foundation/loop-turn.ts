import { setImmediate } from "node:timers/promises";

/** Work on the main thread gives way to everything else that waits after this time. */
const MAX_TURN_MS = 10;

/** Long work on the main thread, cut into turns of the event loop. */
export class LoopTurn {
  #sinceMs = performance.now();

  /** Lets the loop turn where the work has held it for 10 ms. */
  async yield(): Promise<void> {
    if (performance.now() - this.#sinceMs < MAX_TURN_MS) return;
    await setImmediate();
    this.#sinceMs = performance.now();
  }
}
