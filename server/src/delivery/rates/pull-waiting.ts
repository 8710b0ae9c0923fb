import { logFailure } from "../../database/outage.ts";
import { WAITS_FOR_RATE } from "../../integrations/rates/used-rates-store.ts";
import type { Engine } from "../engine.ts";
import { makeFirstDue } from "../send/held-back-store.ts";
import { type Answer, freePlaces, type Share } from "./shares.ts";

/**
 * Makes the first waiting messages of an integration due when its rates have room for them. Their own moments are estimates: calls get
 * faster, and messages before them are canceled. Without this, an integration whose first calls took a second each went on with two
 * messages a second, although its calls took 30 ms later.
 */
export type PullWaiting = {
  /** Notes whether messages wait, after a question to the store. */
  note(integrationId: string, answer: Answer): void;
  /** In the background: a message has left the share, or its places were given back. */
  pull(share: Share): void;
  /** Resolves when no statement is under way. */
  whenDone(): Promise<void>;
};

type PullParts = Pick<Engine, "database" | "time" | "log" | "wakeWorker">;

/** What is known of the waiting messages of an integration; times by the monotonic clock. */
type Waiting = {
  /** Until when messages of any worker should wait. */
  untilMs: number;
  /** When messages of this worker had to wait; undefined if none are left. */
  keptBackAtMs: number | undefined;
  pullAtMs: number;
};

/** Messages that were made due ask for their places; without their question, others are made due after this time. */
const PULL_AGAIN_MS = 1_000;
/** Until then, messages that had to wait are stored as waiting. */
const STORED_MS = 5_000;

export function createPullWaiting({ database, time, log, wakeWorker }: PullParts): PullWaiting {
  const known = new Map<string, Waiting>();
  const underWay = new Set<Promise<void>>();

  const makeDue = async ({ environmentId, integrationId }: Share, count: number): Promise<number> => {
    try {
      const waiting = { integrationId, errorId: WAITS_FOR_RATE, count };
      const pulled = await makeFirstDue(database, environmentId, waiting);
      if (pulled > 0) wakeWorker?.();
      return pulled;
    } catch (error) {
      logFailure(log, error, "waiting messages were not made due; they come at their planned moments");
      return 0;
    }
  };

  const pullNow = async (share: Share, waiting: Waiting, count: number): Promise<void> => {
    const nowMs = time.monotonicMs();
    waiting.pullAtMs = nowMs + PULL_AGAIN_MS;
    const pulled = await makeDue(share, count);
    const { keptBackAtMs = 0 } = waiting;
    if (pulled < count && nowMs > keptBackAtMs + STORED_MS) waiting.keptBackAtMs = undefined;
  };

  return {
    note: (integrationId, { grant: { reason, waitsFor, waitsForMs }, askedAtMs }) => {
      // The moment of a new day is no estimate.
      const untilMs = waitsForMs === null || waitsFor === "per_day" ? 0 : askedAtMs + waitsForMs;
      const isKeptBack = reason !== null && reason !== "per_day";
      const keptBackAtMs = isKeptBack ? askedAtMs : known.get(integrationId)?.keptBackAtMs;
      if (untilMs <= askedAtMs && keptBackAtMs === undefined) known.delete(integrationId);
      else known.set(integrationId, { untilMs, keptBackAtMs, pullAtMs: 0 });
    },
    pull: (share) => {
      const waiting = known.get(share.integrationId);
      const nowMs = time.monotonicMs();
      if (!waiting || nowMs < waiting.pullAtMs) return;
      if (waiting.keptBackAtMs === undefined && nowMs >= waiting.untilMs) return;
      const count = freePlaces(share, nowMs);
      if (count === 0) return;
      const pulling = pullNow(share, waiting, count).finally(() => underWay.delete(pulling));
      underWay.add(pulling);
    },
    whenDone: async () => {
      await Promise.all(underWay);
    },
  };
}
