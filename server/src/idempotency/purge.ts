import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { Log } from "../foundation/log.ts";
import { purgeAnswers } from "./kept-answer-store.ts";

/** Deletes expired answers, again and again until it is closed. In any number of processes. */
export type Purge = { close(): Promise<void> };

const BATCH = 5_000;
/** Lets others at the database between two batches. */
const PAUSE_MS = 50;
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 3_600_000;

export type PurgeParts = { database: Database; log: Log; firstAfterMs?: number; everyMs?: number };

export function startPurge({
  database,
  log,
  firstAfterMs = FIRST_AFTER_MS,
  everyMs = EVERY_MS,
}: PurgeParts): Purge {
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  const purge = async (): Promise<void> => {
    while (!signal.aborted && (await purgeAnswers(database, BATCH)) === BATCH) await pause(PAUSE_MS);
  };
  const going = async (): Promise<void> => {
    await pause(firstAfterMs);
    while (!signal.aborted) {
      await purge().catch((error) =>
        log.warn({ err: error }, "expired answers were not deleted; again later"),
      );
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
