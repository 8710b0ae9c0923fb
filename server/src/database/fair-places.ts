import { AppError } from "../foundation/app-error.ts";
import type { Time } from "../foundation/clock.ts";
import { kindOf, type Share, type ShareKind } from "../foundation/share.ts";

/** The places that a share holds, and its waiting calls, oldest first. */
type Line = { held: number; waiting: Set<() => void> };
/** The shares of a kind that hold a place or wait for one, in the order of their next turn. */
type Group = { held: number; readonly max: number; readonly lines: Map<Share, Line> };
/** Returns a place; further calls have no effect. */
type Leave = () => void;

/**
 * A number of places. A share gets at most half of them (at least two). The kinds of shares take turns, and within a kind its
 * shares: a thousand strangers who wait have together one turn of two when an environment waits, too. All strangers together
 * hold at most half of the places, so that calls with a valid key or session find one.
 */
export class FairPlaces {
  readonly #places: number;
  readonly #maxOfOne: number;
  readonly #giveUpAfterMs: number;
  readonly #time: Time;
  /** In the order of their next turn. */
  readonly #groups = new Map<ShareKind, Group>();
  #free: number;

  constructor(places: number, giveUpAfterMs: number, time: Time) {
    this.#time = time;
    this.#places = places;
    this.#maxOfOne = Math.max(2, Math.floor(places / 2));
    this.#giveUpAfterMs = giveUpAfterMs;
    this.#free = places;
  }

  waitingOf(share: Share): number {
    return this.#groups.get(kindOf(share))?.lines.get(share)?.waiting.size ?? 0;
  }

  /** @throws AppError unavailable when no place became free in time. */
  async enter(share: Share): Promise<Leave> {
    const group = this.#groupOf(kindOf(share));
    const line = group.lines.get(share) ?? { held: 0, waiting: new Set() };
    group.lines.set(share, line);
    const own = { share, group, line };
    return this.#free > 0 && this.#mayHold(group, line) ? this.#take(own) : this.#wait(own);
  }

  #groupOf(kind: ShareKind): Group {
    const known = this.#groups.get(kind);
    if (known) return known;
    const max = kind === "stranger" ? Math.max(1, Math.floor(this.#places / 2)) : this.#places;
    const group = { held: 0, max, lines: new Map() };
    this.#groups.set(kind, group);
    return group;
  }

  #mayHold(group: Group, line: Line): boolean {
    return group.held < group.max && line.held < this.#maxOfOne;
  }

  #take(own: Own): Leave {
    const { group, line } = own;
    this.#free -= 1;
    group.held += 1;
    line.held += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#free += 1;
      group.held -= 1;
      line.held -= 1;
      forgetIdle(own);
      while (this.#free > 0 && this.#serveNext()) {}
    };
  }

  #wait(own: Own): Promise<Leave> {
    const { waiting } = own.line;
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        cancel();
        waiting.delete(enter);
      };
      const enter = () => {
        stopWaiting();
        resolve(this.#take(own));
      };
      const cancel = this.#time.after(this.#giveUpAfterMs, () => {
        stopWaiting();
        forgetIdle(own);
        reject(waitedTooLong(this.#giveUpAfterMs));
      });
      waiting.add(enter);
    });
  }

  /** Gives one free place away. @returns false if no waiting call may have it. */
  #serveNext(): boolean {
    for (const [kind, group] of this.#groups) {
      if (group.held >= group.max) continue;
      for (const [share, line] of group.lines) {
        const [enter] = line.waiting;
        if (!enter || !this.#mayHold(group, line)) continue;
        // Both move to the end of their order: the others have their turn first.
        moveToEnd(group.lines, share, line);
        moveToEnd(this.#groups, kind, group);
        enter();
        return true;
      }
    }
    return false;
  }
}

type Own = { share: Share; group: Group; line: Line };

function forgetIdle({ share, group, line }: Own): void {
  if (line.held === 0 && line.waiting.size === 0) group.lines.delete(share);
}

function moveToEnd<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

function waitedTooLong(afterMs: number): AppError {
  const seconds = afterMs / 1_000;
  const reason = `The request waited ${seconds} s for a database connection; send fewer requests at once, or retry later`;
  return new AppError("unavailable", reason, { retryAfterSeconds: 1 });
}
