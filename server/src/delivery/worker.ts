import { failpoint } from "../foundation/failpoint.ts";
import { groupBy } from "../foundation/group-by.ts";
import {
  type ClaimedJob,
  type ClaimedTrigger,
  claimJobs,
  claimTriggers,
  nextDueInMs,
} from "./claim-store.ts";
import { disownUnlessPassing } from "./disown.ts";
import type { Engine } from "./engine.ts";
import { createPostRoom } from "./post-room.ts";
import { createPresence } from "./presence.ts";
import { type Claimed, processClaimed } from "./process.ts";
import type { Run } from "./run.ts";
import { workOffSuspects } from "./suspects.ts";
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
  const presence = createPresence(engine);
  const wakeable = createWakeable();
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastClaimAtMs = performance.now();

  const claim = async (): Promise<Claimed[]> => {
    const [triggers, jobs] = await Promise.all([
      claimTriggers(engine.database, MOST_TRIGGERS),
      claimJobs(engine.database, { limit: MOST_JOBS, workerId: engine.workerId }),
    ]);
    lastClaimAtMs = performance.now();
    return perEnvironment(triggers, jobs);
  };

  /** Decides about what was claimed of one environment, and hands on what must be sent; answers those runs. */
  const workOffPart = async (part: Claimed): Promise<Run[]> => {
    try {
      const outgoing = await processClaimed(engine, part);
      await postRoom.take(outgoing);
      return outgoing.runs;
    } catch (error) {
      await disownUnlessPassing(engine, part.jobs, error);
      throw error;
    }
  };
  const workOff = async (claimed: readonly Claimed[]): Promise<Run[]> =>
    (await Promise.all(claimed.map(workOffPart))).flat();

  /** One round: true when there was work, so that there may be more. */
  const round = async (): Promise<boolean> => {
    await postRoom.whenThereIsRoom();
    await presence.confirm();
    if (signal.aborted) return false;
    const claimed = await claim();
    if (claimed.length > 0) failpoint("W1");
    await workOff(claimed);
    return claimed.length > 0;
  };

  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        if (await round()) continue;
        await wakeable.sleep(Math.min(POLL_MS, Math.max(1, (await nextDueInMs(engine.database)) ?? POLL_MS)));
      } catch (error) {
        engine.log.error({ err: error }, "a round of work failed; it is taken up again");
        await wakeable.sleep(AFTER_TROUBLE_MS);
      }
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  const suspects = workOffSuspects({
    engine,
    confirmPresence: presence.confirm,
    workOff: async (jobs, mostMs) => postRoom.whenGone(await workOff(perEnvironment([], jobs)), mostMs),
    signal,
  });

  return {
    wake: wakeable.wake,
    get lastClaimAtMs() {
      return lastClaimAtMs;
    },
    stop: async () => {
      stopping.abort();
      wakeable.wakeForGood();
      await Promise.all([...lanes, suspects, postRoom.close()]);
      presence.close();
    },
  };
}

function perEnvironment(triggers: readonly ClaimedTrigger[], jobs: readonly ClaimedJob[]): Claimed[] {
  const triggersOf = groupBy(triggers, (trigger) => trigger.environmentId);
  const jobsOf = groupBy(jobs, (job) => job.environmentId);
  const ids = new Set([...triggersOf.keys(), ...jobsOf.keys()]);
  return [...ids].map((environmentId) => {
    const own = { triggers: triggersOf.get(environmentId) ?? [], jobs: jobsOf.get(environmentId) ?? [] };
    const { now, isFrozen } = (own.triggers[0] ?? own.jobs[0]) as ClaimedTrigger | ClaimedJob;
    return { environmentId, ...own, now, isFrozen };
  });
}
