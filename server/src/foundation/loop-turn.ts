import { setImmediate } from "node:timers/promises";
import { systemTime } from "./clock.ts";

/** Work on the main thread yields to other work after this time. */
const MAX_TURN_MS = 10;

/** Splits long work on the main thread into turns of the event loop. Tests cannot move the time that a turn takes. */
export class LoopTurn {
  readonly #charge: (ms: number) => void;
  #sinceMs = systemTime.monotonicMs();

  /** @param charge called with the milliseconds of each turn. */
  constructor(charge: (ms: number) => void = () => {}) {
    this.#charge = charge;
  }

  /** The work has held the event loop for 10 ms: call `yield`. Checked first where most items take microseconds. */
  get isOver(): boolean {
    return systemTime.monotonicMs() - this.#sinceMs >= MAX_TURN_MS;
  }

  /** Yields to the event loop when the work has held it for 10 ms. */
  async yield(): Promise<void> {
    if (!this.isOver) return;
    this.end();
    await setImmediate();
    this.#sinceMs = systemTime.monotonicMs();
  }

  /** Ends the work and charges the time of its last turn. */
  end(): void {
    this.#charge(systemTime.monotonicMs() - this.#sinceMs);
  }
}
