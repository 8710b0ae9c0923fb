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
  haveRoomFor(environmentId: string): boolean;
  /** Milliseconds since the last batch ended, while there are batches. */
  unfinishedForMs(): number;
  /** Resolves when all batches have ended. */
  whenAllEnded(): Promise<void>;
};

/** @param onRoom called when a batch has ended, so that more can be claimed. */
export function createBatchesInProgress({ onRoom }: { onRoom: () => void }): BatchesInProgress {
  const counts = new Counts();
  const all = new Set<Promise<unknown>>();
  let lastEndedAtMs = 0;

  return {
    start: (environmentId, work) => {
      if (all.size === 0) lastEndedAtMs = performance.now();
      counts.add(environmentId, 1);
      const part = work().finally(() => {
        counts.add(environmentId, -1);
        all.delete(part);
        lastEndedAtMs = performance.now();
        onRoom();
      });
      all.add(part);
    },
    busyEnvironmentIds: () => counts.namesWith(MAX_BATCHES_OF_ENVIRONMENT),
    areFull: () => all.size >= MAX_BATCHES,
    haveRoomFor: (environmentId) =>
      all.size < MAX_BATCHES && counts.of(environmentId) < MAX_BATCHES_OF_ENVIRONMENT,
    unfinishedForMs: () => (all.size === 0 ? 0 : performance.now() - lastEndedAtMs),
    whenAllEnded: async () => {
      while (all.size > 0) await Promise.allSettled(all);
    },
  };
}
