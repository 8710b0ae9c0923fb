import type { Database } from "../../database/database.ts";
import { notify } from "../../database/notify.ts";
import { logFailure } from "../../database/outage.ts";
import type { Log } from "../../foundation/log.ts";
import type { Worker } from "./worker.ts";

/** Notifies other processes that there is work. Only a hint: a worker also polls once a second. */
export type Hints = { announce(): void; close(): Promise<void> };

const CHANNEL = "tidings_work";
/** At most one NOTIFY in this time: one for each trigger would cost more than the trigger. */
const MIN_INTERVAL_MS = 25;

/** For a process without a worker. */
export function announceWork(database: Database, log: Log): Hints {
  let timer: NodeJS.Timeout | undefined;
  return {
    announce: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        notify(database, CHANNEL).catch((error) => logFailure(log, error, "a hint was not sent"));
      }, MIN_INTERVAL_MS);
    },
    close: async () => clearTimeout(timer),
  };
}

/** For a process with a worker. */
export async function listenForWork(database: Database, worker: Worker): Promise<Hints> {
  const listening = await database.listen(CHANNEL, { onNotify: worker.wake });
  return { announce: worker.wake, close: listening.close };
}
