import { COUNTERS } from "../counters/counter-store.ts";
import type { Database } from "../database/database.ts";
import { type Purge, startPurge } from "../database/purge.ts";
import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import { APPENDED_COUNTS } from "./statistics-store.ts";

/** Reading adds up what was appended since, so this bounds its work. */
const EVERY_MS = 15_000;

/** Adds appended counts of statistics and counters up periodically until it is closed. May run in any number of processes. */
export const startSums = (parts: { database: Database; log: Log; time: Time }): Purge =>
  startPurge({ ...parts, retentionRules: [APPENDED_COUNTS, ...COUNTERS], everyMs: EVERY_MS });
