import type { Database } from "../../database/database.ts";
import { ping } from "../../database/ping.ts";
import type { Worker } from "./worker.ts";

/** A worker that has not reached the database for this long is not ready. */
const STALLED_MS = 15_000;
/** A batch ends within a quarter of a lease; one that does not end within all of it is stuck. */
const STUCK_MS = 30_000;
const PING_MS = 3_000;

/** The reason why this process is not ready, as a sentence; undefined when it is ready. */
export function createReadiness(
  database: Database,
  worker: Worker | undefined,
): () => Promise<string | undefined> {
  return async () => {
    if (!(await answersInTime(database))) return "The database does not answer";
    if (!worker) return undefined;
    if (performance.now() - worker.lastClaimAtMs > STALLED_MS) {
      return "The worker has not claimed work for 15 seconds";
    }
    const isStuck = worker.unfinishedForMs > STUCK_MS;
    return isStuck ? "The worker has claimed work and finished none of it for 30 seconds" : undefined;
  };
}

async function answersInTime(database: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_MS);
  });
  const answer = ping(database).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
