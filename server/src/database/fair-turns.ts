import type { Time } from "../foundation/clock.ts";
import type { Share } from "../foundation/share.ts";
import type { Transactional } from "./database.ts";
import { FairPlaces } from "./fair-places.ts";

/**
 * Shares the connections of a pool fairly: one share (`foundation/share.ts`) holds at most half of them (at least two), and
 * shares with waiting statements take turns. It sends no statements of its own.
 */
export type FairTurns = {
  /**
   * The database for one share. A transaction holds one place until it ends or its connection breaks.
   * @throws AppError unavailable when a statement has waited for 5 s.
   */
  of(share: Share): Transactional;
  /** Statements and transactions of one share that currently wait for a place. There is no number for all shares. */
  waitingOf(share: Share): number;
};

export type FairTurnsParts = {
  database: Transactional;
  /** The number of the pool's connections. */
  places: number;
  time: Time;
  /** Default 5 s. */
  giveUpAfterMs?: number;
};

const GIVE_UP_AFTER_MS = 5_000;

export function createFairTurns({
  database,
  places,
  time,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
}: FairTurnsParts): FairTurns {
  const queue = new FairPlaces(places, giveUpAfterMs, time);
  const inPlace = async <T>(share: Share, work: () => Promise<T>): Promise<T> => {
    const leave = await queue.enter(share);
    return work().finally(leave);
  };
  return {
    of: (share) => ({
      secrets: database.secrets,
      query: (statement) => inPlace(share, () => database.query(statement)),
      queryPlanned: (statement) => inPlace(share, () => database.queryPlanned(statement)),
      transaction: async (work, whenBroken) => {
        const leave = await queue.enter(share);
        const onBroken = () => {
          leave();
          whenBroken?.();
        };
        return database.transaction(work, onBroken).finally(leave);
      },
    }),
    waitingOf: (share) => queue.waitingOf(share),
  };
}
