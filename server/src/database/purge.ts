import { setTimeout as sleep } from "node:timers/promises";
import { tuned } from "../foundation/failpoint.ts";
import type { Log } from "../foundation/log.ts";
import type { Database, Transactional } from "./database.ts";
import { logFailure } from "./outage.ts";

/** Rows that are kept for a while only. */
export type RetentionRule = {
  /** In the plural, for the log. */
  name: string;
  /** How many are looked at in one transaction; 5,000 where nothing is said. */
  batch?: number;
  /**
   * Deletes those whose time is over, in all environments, at most `limit` of them. Tells how many, or `limit` where there
   * may be more.
   */
  purge(database: Transactional, limit: number): Promise<number>;
};

/** Deletes what is over, again and again until it is closed. In any number of processes. */
export type Purge = { close(): Promise<void> };

const BATCH = 5_000;
/** Lets others at the database between two batches: so long, or as long as the last batch took if that is longer. */
const PAUSE_MS = 50;
const FIRST_AFTER_MS = tuned("purge_first_ms", 60_000);
const EVERY_MS = 3_600_000;

export type PurgeParts = {
  database: Database;
  retentionRules: readonly RetentionRule[];
  log: Log;
  firstAfterMs?: number;
  everyMs?: number;
};

export function startPurge({
  database,
  retentionRules,
  log,
  firstAfterMs = FIRST_AFTER_MS,
  everyMs = EVERY_MS,
}: PurgeParts): Purge {
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  const clear = async ({ name, purge, batch = BATCH }: RetentionRule): Promise<void> => {
    try {
      while (!signal.aborted) {
        const startMs = performance.now();
        if ((await purge(database, batch)) < batch) break;
        await pause(Math.max(PAUSE_MS, performance.now() - startMs));
      }
    } catch (error) {
      logFailure(log, error, `old ${name} were not deleted; again later`);
    }
  };
  const going = async (): Promise<void> => {
    await pause(firstAfterMs);
    while (!signal.aborted) {
      for (const perishable of retentionRules) await clear(perishable);
      await pause(everyMs);
    }
  };
  const ended = going();
  return {
    close: () => {
      closing.abort();
      return ended;
    },
  };
}
