import type { Database } from "../../database/database.ts";
import { logFailure } from "../../database/outage.ts";
import type { Cancel, Time } from "../../foundation/clock.ts";
import type { Log } from "../../foundation/log.ts";
import { notifyOneWorker, WORK_CHANNEL } from "../queue/worker-store.ts";
import type { Worker } from "./worker.ts";

/** Notifies a worker that there is work. Only a hint: a worker also polls once a second. */
export type Hints = { announce(): void; close(): Promise<void> };

/** At most one NOTIFY in this time, the first one at once: one for each trigger would cost more than the trigger. */
const MIN_INTERVAL_MS = 25;
/** A notification reaches at most four workers, if the first three have no room; the others poll. */
const PASSES = 3;

/** For a process without a worker. */
export function announceWork(database: Database, log: Log, time: Time): Hints {
  let cancel: Cancel | undefined;
  let lastMs = -MIN_INTERVAL_MS;
  return {
    announce: () => {
      const waitMs = Math.max(0, lastMs + MIN_INTERVAL_MS - time.monotonicMs());
      cancel ??= time.after(waitMs, () => {
        cancel = undefined;
        lastMs = time.monotonicMs();
        notifyOneWorker(database, { passes: PASSES }).catch((error) =>
          logFailure(log, error, "a hint was not sent"),
        );
      });
    },
    close: async () => cancel?.(),
  };
}

/** For a process with a worker, whose id is `workerId`. A notification without a payload is for all workers. */
export async function listenForWork(
  database: Database,
  worker: Pick<Worker, "wake">,
  workerId: number,
): Promise<Hints> {
  const onNotify = (payload: string): void => {
    const [id, passes = 0] = payload.split(" ").map(Number);
    if (payload === "") worker.wake();
    else if (id === workerId) worker.wake(passes);
  };
  const listening = await database.listen(WORK_CHANNEL, { onNotify });
  return { announce: () => worker.wake(), close: listening.close };
}
