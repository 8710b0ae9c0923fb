import { AppError } from "../foundation/app-error.ts";
import type { Time } from "../foundation/clock.ts";

/** The places that an environment holds, and its waiting calls, oldest first. */
type Line = { held: number; waiting: Set<() => void> };
/** Returns a place; further calls have no effect. */
type Leave = () => void;

/** A number of places: an environment gets at most half of them (at least two), and waiting environments take turns. */
export class FairPlaces {
  readonly #maxOfOne: number;
  readonly #giveUpAfterMs: number;
  readonly #time: Time;
  /** Environments that hold a place or wait for one, in the order of their next turn. */
  readonly #lines = new Map<string, Line>();
  #free: number;
  #waitingCount = 0;

  constructor(places: number, giveUpAfterMs: number, time: Time) {
    this.#time = time;
    this.#maxOfOne = Math.max(2, Math.floor(places / 2));
    this.#giveUpAfterMs = giveUpAfterMs;
    this.#free = places;
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  waitingCountOf(environmentId: string): number {
    return this.#lines.get(environmentId)?.waiting.size ?? 0;
  }

  /** @throws AppError unavailable when no place became free in time. */
  async enter(environmentId: string): Promise<Leave> {
    const line = this.#lines.get(environmentId) ?? { held: 0, waiting: new Set() };
    this.#lines.set(environmentId, line);
    const isFree = this.#free > 0 && line.held < this.#maxOfOne;
    return isFree ? this.#take(environmentId, line) : this.#wait(environmentId, line);
  }

  #take(environmentId: string, line: Line): Leave {
    this.#free -= 1;
    line.held += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#free += 1;
      line.held -= 1;
      this.#forgetIdle(environmentId, line);
      this.#serve();
    };
  }

  #wait(environmentId: string, line: Line): Promise<Leave> {
    this.#waitingCount += 1;
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        cancel();
        line.waiting.delete(enter);
        this.#waitingCount -= 1;
      };
      const enter = () => {
        stopWaiting();
        resolve(this.#take(environmentId, line));
      };
      const cancel = this.#time.after(this.#giveUpAfterMs, () => {
        stopWaiting();
        this.#forgetIdle(environmentId, line);
        reject(waitedTooLong(this.#giveUpAfterMs));
      });
      line.waiting.add(enter);
    });
  }

  #serve(): void {
    for (const [environmentId, line] of this.#lines) {
      if (this.#free === 0) return;
      const [enter] = line.waiting;
      if (!enter || line.held >= this.#maxOfOne) continue;
      // Moves to the end of the order: the other environments have their turn first.
      this.#lines.delete(environmentId);
      this.#lines.set(environmentId, line);
      enter();
    }
  }

  #forgetIdle(environmentId: string, line: Line): void {
    if (line.held === 0 && line.waiting.size === 0) this.#lines.delete(environmentId);
  }
}

function waitedTooLong(afterMs: number): AppError {
  const seconds = afterMs / 1_000;
  const reason = `The request waited ${seconds} s for a database connection; send fewer requests at once, or retry later`;
  return new AppError("unavailable", reason, { retryAfterSeconds: 1 });
}
