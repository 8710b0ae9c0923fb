import type { Handover, HeldTrigger } from "../../triggers/handover.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";
import type { Claimed } from "../runs/claimed.ts";
import type { BatchesInProgress } from "./batches-in-progress.ts";

/** Triggers of one environment that may wait in memory: one batch, and as many bytes as one claim. */
const MAX_WAITING = 500;
const MAX_WAITING_BYTES = 16_000_000;

/**
 * A worker is idle if no trigger came for so long. Under load, larger batches cost less: with first runs at 600 triggers/s, their answers took
 * 10 ms instead of 7.
 */
const QUIET_MS = 10;

/** Triggers that were stored as held by this worker and wait for their batch. */
export type HandedOver = Handover & {
  /** Starts batches where there is room for one. */
  start(): void;
  /** Takes no more, and returns those that wait to the queue. */
  close(): Promise<void>;
};

type Parts = {
  workerId: number;
  batches: BatchesInProgress;
  /** Whether the worker takes work at present. */
  isTaking: () => boolean;
  workOff: (claimed: Claimed) => Promise<unknown>;
  /** Returns triggers to the queue. */
  release: (triggers: readonly HeldTrigger[]) => Promise<void>;
  /** For a worker without other work. */
  prepare: Handover["prepare"];
  /** A monotonic clock. */
  nowMs: () => number;
};

/**
 * At most one batch of an environment comes from here, so that the other one is left for its queue: triggers that are
 * queued are not overtaken for ever.
 */
export function createHandedOver({
  workerId,
  batches,
  isTaking,
  workOff,
  release,
  prepare,
  nowMs,
}: Parts): HandedOver {
  const waiting = new Map<string, Waiting>();
  const working = new Set<string>();
  let isClosed = false;
  let lastRequestMs = -QUIET_MS;

  const startOne = (environmentId: string, { triggers }: Waiting): void => {
    if (working.has(environmentId) || !batches.haveRoomFor(environmentId)) return;
    waiting.delete(environmentId);
    working.add(environmentId);
    batches.start(environmentId, () =>
      workOff(claimedNow(environmentId, triggers)).finally(() => working.delete(environmentId)),
    );
  };

  return {
    workerId,
    leaseSeconds: LEASE_SECONDS,
    prepare: (environmentId, requests) => {
      const quietMs = nowMs() - lastRequestMs;
      lastRequestMs += quietMs;
      const isIdle = quietMs >= QUIET_MS && batches.areNone() && !isClosed && isTaking();
      return isIdle ? prepare(environmentId, requests) : undefined;
    },
    hasRoom: (environmentId, { count, bytes }) => {
      if (isClosed || !isTaking()) return false;
      const own = waiting.get(environmentId) ?? NOTHING;
      return own.triggers.length + count <= MAX_WAITING && own.bytes + bytes <= MAX_WAITING_BYTES;
    },
    take: (environmentId, triggers, bytes) => {
      // Their commit ended after the worker began to stop.
      if (isClosed) return void release(triggers);
      const own = waiting.get(environmentId) ?? NOTHING;
      const all = { triggers: [...own.triggers, ...triggers], bytes: own.bytes + bytes };
      waiting.set(environmentId, all);
      startOne(environmentId, all);
    },
    start: () => {
      for (const [environmentId, own] of waiting) startOne(environmentId, own);
    },
    close: async () => {
      isClosed = true;
      const rest = [...waiting.values()].flatMap(({ triggers }) => triggers);
      waiting.clear();
      if (rest.length > 0) await release(rest);
    },
  };
}

type Waiting = { triggers: readonly HeldTrigger[]; bytes: number };
const NOTHING: Waiting = { triggers: [], bytes: 0 };

/** The time of a batch is that of its newest trigger: nothing is stored as older than its cause. */
function claimedNow(environmentId: string, triggers: readonly HeldTrigger[]): Claimed {
  const newest = triggers.reduce((a, b) => (a.now > b.now ? a : b));
  const { now, isFrozen, defaultZone } = newest;
  return { environmentId, triggers, jobs: [], now, isFrozen, defaultZone };
}
