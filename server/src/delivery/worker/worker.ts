import { logFailure } from "../../database/outage.ts";
import { createPlannerStatistics } from "../../database/planner-statistics.ts";
import { failpoint } from "../../foundation/failpoint.ts";
import { groupBy } from "../../foundation/group-by.ts";
import type { Handover } from "../../triggers/handover.ts";
import type { Engine } from "../engine.ts";
import { createPreparation } from "../first-runs.ts";
import { processClaimed } from "../process.ts";
import {
  type ClaimedJob,
  type ClaimedTrigger,
  claimJobs,
  claimTriggers,
  nextDueInMs,
} from "../queue/claim-store.ts";
import { countAsCrashUnlessTransient } from "../queue/count-as-crash.ts";
import { releaseTriggers } from "../queue/lease-store.ts";
import { POLL_MS } from "../queue/poll.ts";
import { notifyOneWorker } from "../queue/worker-store.ts";
import type { Claimed, Outgoing } from "../runs/claimed.ts";
import type { AwaitingRun } from "../runs/run.ts";
import { createBatchesInProgress } from "./batches-in-progress.ts";
import { workOffSuspects } from "./crash-suspects.ts";
import { createDispatcher } from "./dispatcher.ts";
import { createHandedOver } from "./handed-over.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { createInterruptibleSleep } from "./interruptible-sleep.ts";

/** Claims due work from the database until it is stopped. Any number of workers may run, in any number of processes. */
export type Worker = {
  /**
   * Hint that there may be work. Without hints the worker polls once a second. A worker without room passes the hint on
   * to another one, where `passes` allows it.
   */
  wake(passes?: number): void;
  /** Takes triggers at the moment in which this process stores them. */
  readonly handover: Handover;
  /** When the worker last claimed successfully, by the monotonic clock. */
  readonly lastClaimAtMs: number;
  /** Milliseconds for which claimed work exists and none of it has ended; 0 without claimed work. */
  readonly unfinishedForMs: number;
  /** Claims no more, finishes what is in flight (up to 20 s) and returns the rest to the queue. */
  stop(): Promise<void>;
};

const MAX_TRIGGERS = 500;
const MAX_JOBS = 500;
const PAUSE_AFTER_ERROR_MS = 500;
const SLOW_BATCH_MS = 100;
/** While a batch is in progress, work that becomes due gathers for this time at most: one claim of more costs less than several. */
const GATHER_MS = 20;

export function startWorker(built: Engine): Worker {
  const interruptibleSleep = createInterruptibleSleep(built.time);
  const { time } = built;
  const engine = { ...built, wakeWorker: interruptibleSleep.wake };
  const dispatcher = createDispatcher(engine);
  const heartbeat = createHeartbeat(engine);
  let analyzing = Promise.resolve();
  const onRoom = (): void => {
    analyzing = plannerStatistics.refresh();
    handedOver.start();
    if (isLimited) interruptibleSleep.wake();
  };
  const batches = createBatchesInProgress({ onRoom, time });
  const plannerStatistics = createPlannerStatistics(engine);
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastClaimAtMs = time.monotonicMs();
  let isBacklog = false;
  /** The last claim left out what this worker has no room for. */
  let isLimited = false;

  /** Where it fails, other workers poll. */
  const notifyAnother = (passes: number): void => {
    notifyOneWorker(engine.database, { otherThan: engine.workerId, passes }).catch(() => {});
  };

  /** Without it, another worker is faster. A batch in progress is no reason: what comes meanwhile is the next, larger one. */
  const hasRoom = (): boolean =>
    dispatcher.hasRoom() && !batches.areFull() && batches.unfinishedForMs() < SLOW_BATCH_MS;

  const claim = async (): Promise<Claimed[]> => {
    const { workerId } = engine;
    if (engine.isHeld?.()) {
      lastClaimAtMs = time.monotonicMs();
      isBacklog = false;
      return [];
    }
    const busyEnvironmentIds = batches.busyEnvironmentIds();
    isLimited = busyEnvironmentIds.length > 0;
    const [triggers, jobs] = await Promise.all([
      claimTriggers(engine.database, { limit: MAX_TRIGGERS, workerId, busyEnvironmentIds }),
      claimJobs(engine.database, { limit: MAX_JOBS, workerId, busyEnvironmentIds }),
    ]);
    lastClaimAtMs = time.monotonicMs();
    isBacklog = triggers.length >= MAX_TRIGGERS || jobs.length >= MAX_JOBS;
    if (isBacklog) notifyAnother(0);
    return perEnvironment(triggers, jobs);
  };

  /** Processes what was claimed of one environment and hands the messages to the dispatcher; returns their runs. */
  const workOff = async (claimed: Claimed): Promise<AwaitingRun[]> => {
    const sent: AwaitingRun[] = [];
    failpoint("W1");
    try {
      await processClaimed(engine, claimed, async (outgoing) => {
        sent.push(...outgoing.runs);
        await dispatcher.take(outgoing);
      });
    } catch (error) {
      const { environmentId } = claimed;
      logFailure(engine.log, error, "a batch of work failed; it is taken up again", { environmentId });
      await countAsCrashUnlessTransient(engine, claimed, error);
      interruptibleSleep.wake();
    }
    return sent;
  };

  /** Where it fails, the leases of the runs end by themselves. */
  const sendFirst = (outgoing: Outgoing): void => {
    const { environmentId } = outgoing;
    batches.start(environmentId, () =>
      dispatcher
        .take(outgoing)
        .catch((error) => logFailure(engine.log, error, "messages were not sent", { environmentId })),
    );
  };

  const handedOver = createHandedOver({
    prepare: createPreparation(engine, sendFirst),
    nowMs: time.monotonicMs,
    workerId: engine.workerId,
    batches,
    isTaking: () => heartbeat.isAlive() && dispatcher.hasRoom() && !engine.isHeld?.(),
    workOff,
    // Where it fails, their leases end by themselves.
    release: (triggers) => releaseTriggers(engine.database, triggers).catch(() => {}),
  });

  /** What this worker holds must be known to be held before it claims more. */
  const beforeClaim = async (): Promise<void> => {
    await heartbeat.beat();
    await dispatcher.renewLeases();
    await heartbeat.whenOthersAreBack();
  };

  /** One round: true when a claim was full, so that there is more. Does not wait for the work of any environment. */
  const round = async (): Promise<boolean> => {
    await dispatcher.whenThereIsRoom();
    if (!isBacklog && !batches.areNone()) await Promise.race([batches.whenOneEnds(), time.sleep(GATHER_MS)]);
    await beforeClaim();
    isLimited = batches.areFull();
    if (signal.aborted || isLimited) return false;
    const claimed = await claim();
    for (const one of claimed)
      batches.start(one.environmentId, () => workOff(one).finally(interruptibleSleep.wake));
    return isBacklog;
  };

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        if (await round()) continue;
        const dueInMs =
          batches.areFull() || engine.isHeld?.()
            ? POLL_MS
            : await nextDueInMs(engine.database, batches.busyEnvironmentIds());
        await interruptibleSleep.sleep(Math.min(POLL_MS, Math.max(1, dueInMs ?? POLL_MS)));
      } catch (error) {
        logFailure(engine.log, error, "a round of work failed; it is taken up again");
        await interruptibleSleep.sleep(PAUSE_AFTER_ERROR_MS);
      }
    }
  };
  const working = work();
  const suspects = workOffSuspects({
    engine,
    beforeClaim,
    workOff: async (jobs, maxMs) => {
      const sent = await Promise.all(perEnvironment([], jobs).map(workOff));
      await dispatcher.whenGone(sent.flat(), maxMs);
    },
    signal,
  });

  return {
    wake: (passes = 0) => {
      interruptibleSleep.wake();
      if (passes > 0 && !hasRoom()) notifyAnother(passes - 1);
    },
    handover: handedOver,
    get lastClaimAtMs() {
      return lastClaimAtMs;
    },
    get unfinishedForMs() {
      return batches.unfinishedForMs();
    },
    stop: async () => {
      stopping.abort();
      interruptibleSleep.stopSleeping();
      const released = handedOver.close();
      await Promise.all([released, working, batches.whenAllEnded(), suspects, dispatcher.close()]);
      await analyzing;
      heartbeat.close();
    },
  };
}

function perEnvironment(triggers: readonly ClaimedTrigger[], jobs: readonly ClaimedJob[]): Claimed[] {
  const triggersOf = groupBy(triggers, (trigger) => trigger.environmentId);
  const jobsOf = groupBy(jobs, (job) => job.environmentId);
  const ids = new Set([...triggersOf.keys(), ...jobsOf.keys()]);
  return [...ids].map((environmentId) => {
    const own = { triggers: triggersOf.get(environmentId) ?? [], jobs: jobsOf.get(environmentId) ?? [] };
    const { now, isFrozen, defaultZone } = (own.triggers[0] ?? own.jobs[0]) as ClaimedTrigger | ClaimedJob;
    return { environmentId, ...own, now, isFrozen, defaultZone };
  });
}
