import { type Databases, POOL_SIZES } from "../database/databases.ts";
import { createFairTurns } from "../database/fair-turns.ts";
import type { Time } from "../foundation/clock.ts";
import type { Turns } from "./register-endpoint.ts";

/** Key look-ups share the connections of one (empty) environment id: their environment is not known yet. */
export const UNAUTHENTICATED = "";

/** The turns of environments at the pools for writes and for reads. */
export function createTurns({ requests, reads }: Databases, time: Time): Turns {
  return {
    requests: createFairTurns({ database: requests, places: POOL_SIZES.requests, time }),
    reads: createFairTurns({ database: reads, places: POOL_SIZES.reads, time }),
  };
}

/** How many statements wait for a turn, for load shedding. */
export function waitingIn({ requests, reads }: Turns) {
  return {
    waitingCount: () => requests.waitingCount + reads.waitingCount,
    waitingCountOf: (environmentId: string) =>
      requests.waitingCountOf(environmentId) + reads.waitingCountOf(environmentId),
  };
}
