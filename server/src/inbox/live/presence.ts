import type { Transactional } from "../../database/database.ts";
import { logFailure } from "../../database/outage.ts";
import type { Time } from "../../foundation/clock.ts";
import type { Log } from "../../foundation/log.ts";
import type { InboxSession } from "../session.ts";
import {
  type Present,
  removeProcess,
  reportProcess,
  storeGone,
  storePresent,
  sweepPresence,
} from "./presence-store.ts";

/** Stores that this process has connections, and which subscribers are connected to it. */
export type Presence = {
  /** Stores once that this process has connections: from then on the others send it their hints. */
  report(): Promise<void>;
  change(session: InboxSession, isPresent: boolean): void;
  close(): Promise<void>;
};

type Parts = {
  database: Transactional;
  processId: number;
  log: Log;
  time: Time;
};

const EVERY_MS = 10_000;
const GATHER_MS = 50;
const SWEEP = 1_000;

export function createPresence(parts: Parts): Presence {
  const { database, processId, log, time } = parts;
  const closing = new AbortController();
  const failed = (error: unknown) => logFailure(log, error, "could not store which subscribers are online");
  const writer = createWriter(parts, failed);
  let reported: Promise<void> | undefined;
  const live = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        if (reported) await reportProcess(database, processId);
        await sweepPresence(database, SWEEP);
      } catch (error) {
        failed(error);
      }
      await time.sleep(EVERY_MS, closing.signal);
    }
  };
  const living = live();
  return {
    report: async () => {
      if (closing.signal.aborted) return;
      reported ??= reportProcess(database, processId).catch((error) => {
        reported = undefined;
        throw error;
      });
      await reported;
    },
    // The end of the process removes all its subscribers at once.
    change: (session, isPresent) => {
      if (!closing.signal.aborted) writer.change(session, isPresent);
    },
    close: async () => {
      closing.abort();
      await Promise.all([living, writer.whenIdle()]);
      if (reported) await reported.then(() => removeProcess(database, processId)).catch(failed);
    },
  };
}

/** Writes changes together; of several changes of one subscriber only the last. */
function createWriter({ database, processId, time }: Parts, failed: (error: unknown) => void) {
  const changes = new Map<string, Present & { isPresent: boolean }>();
  let writing: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    while (changes.size > 0) {
      const all = [...changes.values()];
      changes.clear();
      const present = all.filter(({ isPresent }) => isPresent);
      const gone = all.filter(({ isPresent }) => !isPresent);
      if (present.length > 0) await storePresent(database, processId, present);
      if (gone.length > 0) await storeGone(database, processId, gone);
    }
  };
  return {
    whenIdle: async () => writing,
    change: ({ environment, subscriberId }: InboxSession, isPresent: boolean): void => {
      const name = `${environment.id}|${subscriberId}`;
      changes.set(name, { environmentId: environment.id, subscriberId, isPresent });
      writing ??= time
        .sleep(GATHER_MS)
        .then(write)
        .catch(failed)
        .finally(() => {
          writing = undefined;
        });
    },
  };
}
