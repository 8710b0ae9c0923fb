import type { Time } from "../foundation/clock.ts";
import type { Transactional } from "./database.ts";
import { FairPlaces } from "./fair-places.ts";

/**
 * Shares the connections of a pool fairly: one environment holds at most half of them (at least two), and environments
 * with waiting statements take turns. It sends no statements of its own.
 */
export type FairTurns = {
  /**
   * The database for one environment. A transaction holds one place until it ends or its connection breaks.
   * @throws AppError unavailable when a statement has waited for 5 s.
   */
  of(environmentId: string): Transactional;
  /** Statements and transactions of all environments that currently wait for a place. */
  readonly waitingCount: number;
  /** Those of one environment. */
  waitingCountOf(environmentId: string): number;
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
  const inPlace = async <T>(environmentId: string, work: () => Promise<T>): Promise<T> => {
    const leave = await queue.enter(environmentId);
    return work().finally(leave);
  };
  return {
    of: (environmentId) => ({
      secrets: database.secrets,
      query: (statement) => inPlace(environmentId, () => database.query(statement)),
      queryPlanned: (statement) => inPlace(environmentId, () => database.queryPlanned(statement)),
      transaction: async (work, whenBroken) => {
        const leave = await queue.enter(environmentId);
        const onBroken = () => {
          leave();
          whenBroken?.();
        };
        return database.transaction(work, onBroken).finally(leave);
      },
    }),
    get waitingCount() {
      return queue.waitingCount;
    },
    waitingCountOf: (environmentId) => queue.waitingCountOf(environmentId),
  };
}
