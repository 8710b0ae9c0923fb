import { type Databases, POOL_SIZES } from "../database/databases.ts";
import { createFairTurns, type FairTurns } from "../database/fair-turns.ts";
import type { Time } from "../foundation/clock.ts";
import type { Share } from "../foundation/share.ts";

/** Database access for calls, by share; GET operations have their own pool. */
export type Turns = { readonly requests: FairTurns; readonly reads: FairTurns };

/** The turns of shares at the pools for writes and for reads. */
export function createTurns({ requests, reads }: Databases, time: Time): Turns {
  return {
    requests: createFairTurns({ database: requests, places: POOL_SIZES.requests, time }),
    reads: createFairTurns({ database: reads, places: POOL_SIZES.reads, time }),
  };
}

/** How many statements of a share wait for a turn, for load shedding. */
export function waitingIn({ requests, reads }: Turns): (share: Share) => number {
  return (share) => requests.waitingOf(share) + reads.waitingOf(share);
}
