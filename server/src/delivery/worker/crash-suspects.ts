import { setTimeout as sleep } from "node:timers/promises";
import { logFailure } from "../../database/outage.ts";
import type { Engine } from "../engine.ts";
import { type ClaimedJob, claimSuspects, MOST_EVER, type Narrowing } from "../queue/claim-store.ts";

export type SuspectsParts = {
  engine: Pick<Engine, "database" | "log" | "workerId" | "isHeld">;
  /** Tells the others that this worker lives. */
  beat: () => Promise<void>;
  /** Works jobs off, until they are done or have been at it for so long. */
  workOff: (jobs: readonly ClaimedJob[], mostMs: number) => Promise<void>;
  /** The end. */
  signal: AbortSignal;
};

/** There are hardly ever any. */
const POLL_MS = 1_000;

/**
 * The more often it was there at a death, the fewer others are taken with it. The next are taken when these have waited for
 * their providers for so long: most that kill do it when the call is made. The last ones are given the time of most
 * answers, so that a death is theirs alone; one could be chance, where somebody kills workers again and again.
 */
const NARROWINGS: readonly (Narrowing & { mostMs: number })[] = [
  { claims: [2, 2], limit: 100, mostMs: 100 },
  { claims: [3, 3], limit: 20, mostMs: 100 },
  { claims: [4, 4], limit: 4, mostMs: 100 },
  { claims: [5, MOST_EVER], limit: 1, mostMs: 1_000 },
];

/**
 * Works off jobs that were with a worker when it died, twice: any of them may be the cause, and is found by taking fewer and
 * fewer of them together. One group is over before the next is taken, so that a death tells something of it.
 * (All of them one by one, thousands of innocent jobs waited for minutes after many deaths; all of them together, they
 * would be given up for one that is not.)
 */
export async function workOffSuspects({ engine, beat, workOff, signal }: SuspectsParts): Promise<void> {
  const narrow = async ({ mostMs, ...narrowing }: Narrowing & { mostMs: number }): Promise<number> => {
    const suspects = await claimSuspects(engine.database, narrowing, engine.workerId);
    if (suspects.length > 0) await workOff(suspects, mostMs);
    return suspects.length;
  };
  const pause = () => sleep(POLL_MS, undefined, { signal }).catch(() => {});

  while (!signal.aborted) {
    try {
      await beat();
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
