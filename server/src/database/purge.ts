import type { Time } from "../foundation/clock.ts";
import { tuned } from "../foundation/failpoint.ts";
import type { Log } from "../foundation/log.ts";
import type { Database, Transactional } from "./database.ts";
import { logFailure } from "./outage.ts";

/** A kind of rows that is deleted after some time. */
export type RetentionRule = {
  /** The plural, for the log. */
  name: string;
  /** Rows per transaction; default 5,000. */
  batch?: number;
  /**
   * Deletes expired rows of all environments, at most `limit`. Returns their number, or `limit` when there may be more.
   */
  purge(database: Transactional, limit: number): Promise<number>;
};

/** Deletes expired rows periodically until it is closed. May run in any number of processes. */
export type Purge = { close(): Promise<void> };

const BATCH = 5_000;
/** Pause between two batches for other work; at least as long as the last batch took. */
const PAUSE_MS = 50;
const FIRST_AFTER_MS = tuned("purge_first_ms", 60_000);
const EVERY_MS = 3_600_000;

export type PurgeParts = {
  database: Database;
  retentionRules: readonly RetentionRule[];
  log: Log;
  time: Time;
  firstAfterMs?: number;
  everyMs?: number;
};

export function startPurge({
  database,
  retentionRules,
  log,
  time,
  firstAfterMs = FIRST_AFTER_MS,
  everyMs = EVERY_MS,
}: PurgeParts): Purge {
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (ms: number) => time.sleep(ms, signal);

  const applyRule = async ({ name, purge, batch = BATCH }: RetentionRule): Promise<void> => {
    try {
      while (!signal.aborted) {
        const startMs = time.monotonicMs();
        if ((await purge(database, batch)) < batch) break;
        await pause(Math.max(PAUSE_MS, time.monotonicMs() - startMs));
      }
    } catch (error) {
      logFailure(log, error, `expired ${name} were not deleted, retrying later`);
    }
  };
  const run = async (): Promise<void> => {
    await pause(firstAfterMs);
    while (!signal.aborted) {
      for (const rule of retentionRules) await applyRule(rule);
      await pause(everyMs);
    }
  };
  const ended = run();
  return {
    close: () => {
      closing.abort();
      return ended;
    },
  };
}
