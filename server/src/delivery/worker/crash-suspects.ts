import { logFailure } from "../../database/outage.ts";
import type { Engine } from "../engine.ts";
import { type ClaimedJob, claimSuspects, MAX_CLAIMS, type Narrowing } from "../queue/claim-store.ts";
import { POLL_MS } from "../queue/poll.ts";

export type SuspectsParts = {
  engine: Pick<Engine, "database" | "log" | "time" | "workerId" | "isHeld">;
  /** Sends the heartbeat of this worker and renews its leases. */
  beforeClaim: () => Promise<void>;
  /** Processes jobs until they end, or for at most `maxMs`. */
  workOff: (jobs: readonly ClaimedJob[], maxMs: number) => Promise<void>;
  /** Aborts the loop. */
  signal: AbortSignal;
};

/**
 * The more crashes a suspect has, the fewer others are claimed with it. The next group follows after `maxMs` of
 * waiting for providers, because most crashes happen when the call is made. The last group gets the time of most
 * answers, so that a crash is caused by its one job; a single crash could be chance, where an operator kills workers
 * repeatedly.
 */
const NARROWINGS: readonly (Narrowing & { maxMs: number })[] = [
  { unfinishedClaims: [2, 2], limit: 100, maxMs: 100 },
  { unfinishedClaims: [3, 3], limit: 20, maxMs: 100 },
  { unfinishedClaims: [4, 4], limit: 4, maxMs: 100 },
  { unfinishedClaims: [5, MAX_CLAIMS], limit: 1, maxMs: 1_000 },
];

/**
 * Processes jobs that were claimed by two or more workers that crashed. Any of them may be the cause; claiming fewer
 * and fewer together finds it. One group ends before the next is claimed, so that a crash can be attributed. (Claimed
 * one by one, thousands of innocent jobs waited for minutes; claimed all together, all were given up because of one.)
 */
export async function workOffSuspects({
  engine,
  beforeClaim,
  workOff,
  signal,
}: SuspectsParts): Promise<void> {
  const narrow = async ({ maxMs, ...narrowing }: Narrowing & { maxMs: number }): Promise<number> => {
    const suspects = await claimSuspects(engine.database, narrowing, engine.workerId);
    if (suspects.length > 0) await workOff(suspects, maxMs);
    return suspects.length;
  };
  const pause = () => engine.time.sleep(POLL_MS, signal);

  while (!signal.aborted) {
    try {
      await beforeClaim();
      let worked = 0;
      const isHeld = engine.isHeld?.() === true;
      for (const narrowing of NARROWINGS) if (!signal.aborted && !isHeld) worked += await narrow(narrowing);
      if (worked === 0) await pause();
    } catch (error) {
      logFailure(engine.log, error, "suspects were not worked off; they are taken up again");
      await pause();
    }
  }
}
