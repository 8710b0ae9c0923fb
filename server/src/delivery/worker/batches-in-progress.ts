import { Counts } from "../../foundation/counts.ts";

/** One part decides while the other waits for the database. */
const MAX_PARTS_OF_ENVIRONMENT = 2;
/** What is in memory at once: each part has some ten megabytes at most. */
const MAX_PARTS = 12;

/**
 * Parts of claims that a worker has in its hands, each of one environment. An environment with slow parts is not claimed
 * further, and the others' work goes on.
 */
export type Parts = {
  start(environmentId: string, work: () => Promise<unknown>): void;
  /** Environments of which the worker has enough. */
  busyEnvironmentIds(): string[];
  areFull(): boolean;
  /** For how long no part has ended although there are some. */
  unfinishedForMs(): number;
  /** Resolves when all parts that were started have ended. */
  whenAllEnded(): Promise<void>;
};

/** @param onRoom called when a part has ended, so that more can be claimed. */
export function createParts({ onRoom }: { onRoom: () => void }): Parts {
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
    busyEnvironmentIds: () => counts.namesWith(MAX_PARTS_OF_ENVIRONMENT),
    areFull: () => all.size >= MAX_PARTS,
    unfinishedForMs: () => (all.size === 0 ? 0 : performance.now() - lastEndedAtMs),
    whenAllEnded: async () => {
      while (all.size > 0) await Promise.allSettled(all);
    },
  };
}
