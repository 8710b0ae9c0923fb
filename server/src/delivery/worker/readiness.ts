import type { Database } from "../../database/database.ts";
import type { Databases } from "../../database/databases.ts";
import { ping } from "../../database/ping.ts";
import type { Time } from "../../foundation/clock.ts";
import { within } from "../../foundation/within.ts";
import type { Worker } from "./worker.ts";

/** A worker that has not reached the database for this long is not ready. */
const STALLED_MS = 15_000;
/** A batch ends within a quarter of a lease; one that does not end within all of it is stuck. */
const STUCK_MS = 30_000;
const PING_MS = 3_000;

/** After a refused write: how long the disk counts as full. A write that needs no new page succeeds meanwhile. */
const FULL_FOR_MS = 30_000;
const DISK_IS_FULL =
  "The disk of the database is full, it refused to store something in the last 30 seconds; give it space, a restart does not help";

const MEMORY_IS_FULL =
  "The memory of this process is full, it refuses all writes; send it less at once or give it more (NODE_OPTIONS=--max-old-space-size)";

export type ReadinessParts = Pick<Databases, "health" | "outage"> & {
  /** Whether the process refuses all writes, because its memory is full. */
  memory: { readonly isFull: boolean };
};

/** The reason why this process is not ready, as a sentence; undefined when it is ready. */
export function createReadiness(
  { health, outage, memory }: ReadinessParts,
  worker: Worker | undefined,
  time: Time,
): () => Promise<string | undefined> {
  return async () => {
    if (!(await answersInTime(health, time))) return "The database does not answer";
    if (memory.isFull) return MEMORY_IS_FULL;
    const { diskFullAtMs } = outage;
    if (diskFullAtMs !== undefined && time.monotonicMs() - diskFullAtMs < FULL_FOR_MS) return DISK_IS_FULL;
    if (!worker) return undefined;
    if (time.monotonicMs() - worker.lastClaimAtMs > STALLED_MS) {
      return "The worker has not claimed work for 15 seconds";
    }
    const isStuck = worker.unfinishedForMs > STUCK_MS;
    return isStuck ? "The worker has claimed work and finished none of it for 30 seconds" : undefined;
  };
}

async function answersInTime(database: Database, time: Time): Promise<boolean> {
  const answer = ping(database).then(
    () => true,
    () => false,
  );
  return (await within(time, PING_MS, answer)) ?? false;
}
