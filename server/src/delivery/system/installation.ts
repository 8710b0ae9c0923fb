import type { ZoneVersion } from "../../calendar/zones/zone-files.ts";
import type { Queryable } from "../../database/database.ts";
import { onceInAWhile } from "../../foundation/once-in-a-while.ts";
import { readWorkers, type WorkersSeen } from "../queue/worker-store.ts";
import { readDatabaseSize } from "./system-store.ts";

/** The parts of the system that all environments share. */
export type Installation = {
  store: { isEmbedded: boolean; version: string; bytes: number };
  workers: WorkersSeen;
  timeZones: ZonesSeen;
};

/** The zone data of this process, and newer ones beside them. */
export type ZonesSeen = { used: ZoneVersion; newer: ZoneVersion | undefined };

type Parts = {
  database: Queryable;
  isEmbedded: boolean;
  zones: { see(): Promise<ZonesSeen> };
  nowMs: () => number;
};

/** PostgreSQL adds up the sizes of all its files. */
const SIZE_EVERY_MS = 10_000;
const WORKERS_EVERY_MS = 1_000;

/** Reads the installation; requests in a short time share one statement. */
export function createReadInstallation(parts: Parts): () => Promise<Installation> {
  const { database, isEmbedded, zones, nowMs } = parts;
  const size = onceInAWhile(() => readDatabaseSize(database), { everyMs: SIZE_EVERY_MS, nowMs });
  const seen = onceInAWhile(() => readWorkers(database), { everyMs: WORKERS_EVERY_MS, nowMs });
  return async () => {
    const [store, workers, timeZones] = await Promise.all([size(), seen(), zones.see()]);
    return { store: { isEmbedded, ...store }, workers, timeZones };
  };
}
