import { AppError } from "../foundation/app-error.ts";

/** What an environment holds of the places, and who waits for one; oldest first. */
type Line = { held: number; waiting: Set<() => void> };
/** Gives a place back; without effect when it is called again. */
type Leave = () => void;

/** A number of places, of which one environment gets at most half (at least two), and those who wait get one by turns. */
export class FairPlaces {
  readonly #mostOfOne: number;
  readonly #giveUpAfterMs: number;
  /** Environments that hold a place or wait for one, in the order in which they are served next. */
  readonly #lines = new Map<string, Line>();
  #free: number;
  #waitingCount = 0;

  constructor(places: number, giveUpAfterMs: number) {
    this.#mostOfOne = Math.max(2, Math.floor(places / 2));
    this.#giveUpAfterMs = giveUpAfterMs;
    this.#free = places;
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  waitingCountOf(environmentId: string): number {
    return this.#lines.get(environmentId)?.waiting.size ?? 0;
  }

  /** @throws AppError unavailable when none became free in time. */
  async enter(environmentId: string): Promise<Leave> {
    const line = this.#lines.get(environmentId) ?? { held: 0, waiting: new Set() };
    this.#lines.set(environmentId, line);
    const isFree = this.#free > 0 && line.held < this.#mostOfOne;
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
        clearTimeout(timer);
        line.waiting.delete(enter);
        this.#waitingCount -= 1;
      };
      const enter = () => {
        stopWaiting();
        resolve(this.#take(environmentId, line));
      };
      const timer = setTimeout(() => {
        stopWaiting();
        this.#forgetIdle(environmentId, line);
        reject(waitedInVain(this.#giveUpAfterMs));
      }, this.#giveUpAfterMs);
      line.waiting.add(enter);
    });
  }

  #serve(): void {
    for (const [environmentId, line] of this.#lines) {
      if (this.#free === 0) return;
      const [enter] = line.waiting;
      if (!enter || line.held >= this.#mostOfOne) continue;
      // To the end of the order: the others are served before it again.
      this.#lines.delete(environmentId);
      this.#lines.set(environmentId, line);
      enter();
    }
  }

  #forgetIdle(environmentId: string, line: Line): void {
    if (line.held === 0 && line.waiting.size === 0) this.#lines.delete(environmentId);
  }
}

function waitedInVain(afterMs: number): AppError {
  const seconds = afterMs / 1_000;
  const reason = `The request waited ${seconds} s for a database connection and got none; send fewer at once, or try again`;
  return new AppError("unavailable", reason, { retryAfterSeconds: 1 });
}
