import { setImmediate } from "node:timers/promises";

/** Work on the main thread gives way to everything else that waits after this time. */
const MAX_TURN_MS = 10;

/** Long work on the main thread, cut into turns of the event loop. */
export class LoopTurn {
  readonly #charge: (ms: number) => void;
  #sinceMs = performance.now();

  /** @param charge called with the milliseconds of each turn. */
  constructor(charge: (ms: number) => void = () => {}) {
    this.#charge = charge;
  }

  /** The work has held the loop for 10 ms: `yield` next. Asked first where most items take microseconds. */
  get isOver(): boolean {
    return performance.now() - this.#sinceMs >= MAX_TURN_MS;
  }

  /** Lets the loop turn where the work has held it for 10 ms. */
  async yield(): Promise<void> {
    if (!this.isOver) return;
    this.end();
    await setImmediate();
    this.#sinceMs = performance.now();
  }

  /** The work ends within this turn. */
  end(): void {
    this.#charge(performance.now() - this.#sinceMs);
  }
}
