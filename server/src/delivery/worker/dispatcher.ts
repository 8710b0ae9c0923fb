import { logFailure } from "../../database/outage.ts";
import { failpoint, tuned } from "../../foundation/failpoint.ts";
import type { Notification } from "../../notifications/notification.ts";
import type { Engine } from "../engine.ts";
import { processAnswered } from "../process.ts";
import { countAsCrashUnlessTransient } from "../queue/count-as-crash.ts";
import { extendLeases, type JobLease, releaseLeases } from "../queue/lease-store.ts";
import { type Admissions, areWaiting, ticketsOf } from "../rates/decide.ts";
import { createRates } from "../rates/rates.ts";
import type { Answered, Outgoing } from "../runs/claimed.ts";
import { type AwaitingRun, advancedToNow, heldJob, type Run } from "../runs/run.ts";
import { withoutAttempt } from "../send/apply-outcomes.ts";
import { createBulkheads } from "../send/bulkheads.ts";
import { createCallQueues } from "../send/call-queues.ts";
import { roomsOf } from "../send/places.ts";
import { createSendInTurn } from "../send/send-in-turn.ts";
import { createAnswers } from "./answers.ts";
import { createRenewal } from "./renewal.ts";

/**
 * Sends messages to their providers. Calls run concurrently; outcomes that arrive at about the same time are settled
 * together. Leases of runs in flight are renewed.
 */
export type Dispatcher = {
  /**
   * Sends the messages of these runs; outcomes are settled in the background. When the dispatcher closes, unsent runs
   * return to the queue. Waits up to 5 s for outcomes where the environment's messages in flight are large.
   */
  take(outgoing: Outgoing): Promise<void>;
  /** Whether fewer than the allowed number of runs are in flight. */
  hasRoom(): boolean;
  /** Resolves when fewer than the allowed number of runs are in flight, or the dispatcher closes. */
  whenThereIsRoom(): Promise<void>;
  /** Renews the leases of what is in flight where that is due; before any claim (`renewal.ts`). */
  renewLeases(): Promise<void>;
  /** Resolves when none of these runs is in flight, after `maxMs`, or when the dispatcher closes. */
  whenGone(runs: readonly AwaitingRun[], maxMs: number): Promise<void>;
  /** Sends no more, waits for outcomes (up to 20 s) and returns the rest to the queue. */
  close(): Promise<void>;
};

const MAX_IN_FLIGHT = 1_000;
/** Exported for its test. */
export const RENEW_EVERY_MS = tuned("heartbeat_ms", 10_000);
const CLOSING_MS = 20_000;
const MAX_WAIT_FOR_CONTENT_MS = 5_000;
const LOOK_AGAIN_MS = 20;
const SOON_MS = 2;

type InFlight = { environmentId: string; run: AwaitingRun };

export function createDispatcher(engine: Engine): Dispatcher {
  const { time, log } = engine;
  const failed = (what: string) => (error: unknown) => logFailure(log, error, what);
  const until = async (condition: () => boolean, maxMs: number, everyMs = LOOK_AGAIN_MS): Promise<void> => {
    const end = time.monotonicMs() + maxMs;
    while (!condition() && time.monotonicMs() < end) await time.sleep(everyMs);
  };
  // A loaded run has a notification object of its own, which stays the same in all later states of the run.
  const inFlight = new Map<Notification, InFlight>();
  const bulkheads = createBulkheads();
  const callQueues = createCallQueues();
  const rates = createRates({ ...engine, isClosing: () => isClosed });
  const sendInTurn = createSendInTurn(engine, { callQueues, rates });
  let isClosed = false;
  /** The time for closing is over. */
  let isGone = false;

  const take = async (outgoing: Outgoing, maxWaitMs: number): Promise<void> => {
    const { environmentId, runs, context } = outgoing;
    const waitUntilMs = time.monotonicMs() + maxWaitMs;
    for (const run of runs) inFlight.set(run.notification, { environmentId, run });
    const admissions = await admit(outgoing);
    for (const [index, run] of runs.entries()) {
      const rooms = areWaiting(run, admissions) ? [] : roomsOf(environmentId, run, context);
      const hasRoom = () => isClosed || !rooms.some((room) => room.weight && bulkheads.isFull(room));
      if (!hasRoom()) await until(hasRoom, waitUntilMs - time.monotonicMs());
      if (isClosed) {
        const rest = runs.slice(index);
        rates.leave(rest.flatMap((one) => ticketsOf(one, admissions)));
        await returnCalls();
        await giveBack({ environmentId, runs: rest });
        for (const { notification } of rest) inFlight.delete(notification);
        return;
      }
      const now = advancedToNow(context, time).now;
      const comeAgainAt = bulkheads.enter(rooms, now);
      if (comeAgainAt) {
        rates.leave(ticketsOf(run, admissions));
        answers.add({ environmentId, run: withoutAttempt(run, comeAgainAt), context });
        continue;
      }
      const startMs = time.monotonicMs();
      sendInTurn({ environmentId, run, context, admissions })
        .then(
          (advanced) => answers.add({ environmentId, run: advanced, context }),
          (error) => forget(environmentId, [run], error),
        )
        .finally(() => bulkheads.leave(rooms, time.monotonicMs() - startMs));
    }
  };

  /** Where it fails, the leases of the runs end by themselves. */
  const admit = async ({ environmentId, runs, context }: Outgoing): Promise<Admissions> => {
    try {
      return await rates.admit(environmentId, runs, context);
    } catch (error) {
      for (const { notification } of runs) inFlight.delete(notification);
      throw error;
    }
  };

  /** Messages whose outcome cannot be stored are sent again when the lease expires: unchanged, under the same key. */
  const forget = (environmentId: string, runs: readonly Run[], error: unknown): void => {
    logFailure(log, error, "answers could not be stored", { environmentId, runs: runs.length });
    const jobs = leasesOf(runs.map((run) => ({ environmentId, run })));
    void countAsCrashUnlessTransient(engine, { jobs, triggers: [] }, error);
    for (const { notification } of runs) inFlight.delete(notification);
  };

  /** Only this process knows what the providers have answered: it waits for a database that is away until it ends itself. */
  const store = async (answers: Answered): Promise<void> => {
    const runs = answers.runs.map(({ from }) => from);
    try {
      if (isClosed) await returnCalls();
      const next = await processAnswered({ ...engine, isGivenUp: () => isGone }, answers);
      // Before they are removed from `inFlight`: closing waits for them. It may have begun meanwhile.
      if (isClosed) {
        await returnCalls();
        await giveBack(next);
      }
      for (const { notification } of runs) inFlight.delete(notification);
      if (!isClosed) await take(next, 0);
    } catch (error) {
      forget(answers.environmentId, runs, error);
    }
  };
  const answers = createAnswers({ time, store });

  /** Before the runs return to the queue: otherwise another worker, which takes them at once, finds the quota of the day used up. */
  const returnCalls = () => rates.returnCalls().catch(failed("calls of integrations were not given back"));

  const giveBack = async ({
    environmentId,
    runs,
  }: Pick<Outgoing, "environmentId" | "runs">): Promise<void> => {
    const rest = leasesOf(runs.map((run) => ({ environmentId, run })));
    if (rest.length > 0) await releaseLeases(engine.database, rest).catch(() => {});
  };

  const renewal = createRenewal({
    time,
    everyMs: RENEW_EVERY_MS,
    renew: async () => {
      const held = leasesOf(inFlight.values());
      if (held.length === 0) return;
      failpoint("W12");
      rates.renew().catch(failed("places of integrations were not renewed"));
      await extendLeases(engine.database, held);
    },
    onFailure: failed("leases were not extended"),
  });

  const hasRoom = () => inFlight.size < MAX_IN_FLIGHT;

  return {
    take: (outgoing) => take(outgoing, MAX_WAIT_FOR_CONTENT_MS),
    hasRoom,
    renewLeases: renewal.renewIfDue,
    whenThereIsRoom: () => until(() => isClosed || hasRoom(), Number.POSITIVE_INFINITY),
    whenGone: (runs, maxMs) =>
      until(() => isClosed || !runs.some((run) => inFlight.has(run.notification)), maxMs, SOON_MS),
    close: async () => {
      isClosed = true;
      callQueues.close();
      await until(() => inFlight.size === 0, CLOSING_MS);
      isGone = true;
      renewal.close();
      await rates.close();
      const rest = leasesOf(inFlight.values());
      if (rest.length > 0) await releaseLeases(engine.database, rest).catch(() => {});
    },
  };
}

function leasesOf(runs: Iterable<{ environmentId: string; run: Run }>): JobLease[] {
  return [...runs].flatMap(({ environmentId, run }) => {
    const held = heldJob(run);
    if (!held) return [];
    const { position, lease } = held;
    return [{ environmentId, notificationId: run.notification.id, position, lease }];
  });
}
