import { failpoint } from "../foundation/failpoint.ts";
import { groupBy } from "../foundation/group-by.ts";
import { claimJobs, claimSuspect, claimTriggers, nextDueInMs } from "./claim-store.ts";
import type { Engine } from "./engine.ts";
import { createPostRoom } from "./post-room.ts";
import { type Claimed, processClaimed } from "./process.ts";
import { createWakeable } from "./wakeable.ts";

/** Takes due work from the database until it is told to stop. Any number may run, in any number of processes. */
export type Worker = {
  /** There may be work: look now. A hint; without it the worker looks once a second. */
  wake(): void;
  /** When the worker last spoke with the database successfully, as `performance.now()`. */
  readonly lastClaimAtMs: number;
  /** Takes no more, finishes what is in flight (up to 20 s) and gives the rest back. */
  stop(): Promise<void>;
};

/** Two lanes: one decides while the other waits for the database. */
const LANES = 2;
const MOST_TRIGGERS = 500;
const MOST_JOBS = 500;
const POLL_MS = 1_000;
const AFTER_TROUBLE_MS = 500;

export function startWorker(engine: Engine): Worker {
  const postRoom = createPostRoom(engine);
  const wakeable = createWakeable();
  let isStopping = false;
  let lastClaimAtMs = performance.now();
  let nextSuspectAtMs = 0;

  const claim = async (): Promise<Claimed[]> => {
    const [triggers, jobs] = await Promise.all([
      claimTriggers(engine.database, MOST_TRIGGERS),
      claimJobs(engine.database, MOST_JOBS),
    ]);
    lastClaimAtMs = performance.now();
    return perEnvironment(triggers, jobs);
  };

  /** One round: true when there was work, so that there may be more. */
  const round = async (isFirst: boolean): Promise<boolean> => {
    await postRoom.whenThereIsRoom();
    if (isStopping) return false;
    const claimed = await claim();
    if (claimed.length > 0) failpoint("W1");
    await Promise.all(claimed.map(async (part) => postRoom.take(await processClaimed(engine, part))));
    return (isFirst && (await trySuspect())) || claimed.length > 0;
  };

  /**
   * One job that may kill its worker, by itself: in one lane only, since two at once would not be alone. There are hardly
   * ever any, so it is asked for once a second, and then until there are none.
   */
  const trySuspect = async (): Promise<boolean> => {
    if (performance.now() < nextSuspectAtMs) return false;
    const suspect = await claimSuspect(engine.database);
    if (!suspect) {
      nextSuspectAtMs = performance.now() + POLL_MS;
      return false;
    }
    const { environmentId, now, isFrozen } = suspect;
    const alone = { environmentId, triggers: [], jobs: [suspect], now, isFrozen };
    await postRoom.take(await processClaimed(engine, alone));
    return true;
  };

  const lane = async (_: unknown, index: number): Promise<void> => {
    while (!isStopping) {
      try {
        if (await round(index === 0)) continue;
        await wakeable.sleep(Math.min(POLL_MS, Math.max(1, (await nextDueInMs(engine.database)) ?? POLL_MS)));
      } catch (error) {
        engine.log.error({ err: error }, "a round of work failed; it is taken up again");
        await wakeable.sleep(AFTER_TROUBLE_MS);
      }
    }
  };
  const lanes = Array.from({ length: LANES }, lane);

  return {
    wake: wakeable.wake,
    get lastClaimAtMs() {
      return lastClaimAtMs;
    },
    stop: async () => {
      isStopping = true;
      wakeable.wakeForGood();
      await Promise.all([...lanes, postRoom.close()]);
    },
  };
}

type Taken = { environmentId: string; now: Date; isFrozen: boolean };

function perEnvironment<T extends Taken, J extends Taken>(triggers: T[], jobs: J[]) {
  const triggersOf = groupBy(triggers, (trigger) => trigger.environmentId);
  const jobsOf = groupBy(jobs, (job) => job.environmentId);
  const ids = new Set([...triggersOf.keys(), ...jobsOf.keys()]);
  return [...ids].map((environmentId) => {
    const own = { triggers: triggersOf.get(environmentId) ?? [], jobs: jobsOf.get(environmentId) ?? [] };
    const { now, isFrozen } = (own.triggers[0] ?? own.jobs[0]) as Taken;
    return { environmentId, ...own, now, isFrozen };
  });
}
