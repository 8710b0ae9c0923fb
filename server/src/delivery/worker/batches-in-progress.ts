import type { Time } from "../../foundation/clock.ts";
import { Counts } from "../../foundation/counts.ts";

/** One batch decides while the other waits for the database. */
const MAX_BATCHES_OF_ENVIRONMENT = 2;
/** Limits memory: each batch takes at most some ten megabytes. */
const MAX_BATCHES = 12;

/**
 * Batches of claims in progress, each of one environment. An environment with slow batches is not claimed further,
 * and the work of the others continues.
 */
export type BatchesInProgress = {
  start(environmentId: string, work: () => Promise<unknown>): void;
  /** Environments at their limit of batches. */
  busyEnvironmentIds(): string[];
  areFull(): boolean;
  areNone(): boolean;
  haveRoomFor(environmentId: string): boolean;
  /** Milliseconds since the last batch ended, while there are batches. */
  unfinishedForMs(): number;
  /** Resolves when one of the batches in progress has ended; at once without any. */
  whenOneEnds(): Promise<void>;
  /** Resolves when all batches have ended. */
  whenAllEnded(): Promise<void>;
};

type Parts = {
  /** Called when a batch has ended, so that more can be claimed. */
  onRoom: () => void;
  time: Pick<Time, "monotonicMs">;
};

export function createBatchesInProgress({ onRoom, time }: Parts): BatchesInProgress {
  const counts = new Counts();
  const all = new Set<Promise<unknown>>();
  let lastEndedAtMs = 0;

  return {
    start: (environmentId, work) => {
      if (all.size === 0) lastEndedAtMs = time.monotonicMs();
      counts.add(environmentId, 1);
      const part = work().finally(() => {
        counts.add(environmentId, -1);
        all.delete(part);
        lastEndedAtMs = time.monotonicMs();
        onRoom();
      });
      all.add(part);
    },
    busyEnvironmentIds: () => counts.namesWith(MAX_BATCHES_OF_ENVIRONMENT),
    areFull: () => all.size >= MAX_BATCHES,
    areNone: () => all.size === 0,
    haveRoomFor: (environmentId) =>
      all.size < MAX_BATCHES && counts.of(environmentId) < MAX_BATCHES_OF_ENVIRONMENT,
    unfinishedForMs: () => (all.size === 0 ? 0 : time.monotonicMs() - lastEndedAtMs),
    whenOneEnds: async () => {
      if (all.size > 0) await Promise.race(all).catch(() => {});
    },
    whenAllEnded: async () => {
      while (all.size > 0) await Promise.allSettled(all);
    },
  };
}
