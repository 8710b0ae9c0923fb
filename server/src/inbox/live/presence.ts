import { setTimeout as sleep } from "node:timers/promises";
import type { Transactional } from "../../database/database.ts";
import { logFailure } from "../../database/outage.ts";
import type { Log } from "../../foundation/log.ts";
import type { InboxSession } from "../session.ts";
import {
  findOtherProcesses,
  type Present,
  removeProcess,
  reportProcess,
  storeGone,
  storePresent,
  sweepPresence,
} from "./presence-store.ts";

/** Stores which subscribers are connected to this process, and knows which other processes have connections. */
export type Presence = {
  change(session: InboxSession, isPresent: boolean): void;
  /** Whether another process has connections. */
  hasOthers(): boolean;
  /** Looks at once for other processes. */
  refresh(): Promise<void>;
  close(): Promise<void>;
};

type Parts = {
  database: Transactional;
  processId: number;
  log: Log;
  /** Notifies the other processes that this one has connections now. */
  announce: () => Promise<void>;
};

const EVERY_MS = 10_000;
const GATHER_MS = 50;
const SWEEP = 1_000;

export function createPresence(parts: Parts): Presence {
  const { database, processId, log } = parts;
  const closing = new AbortController();
  const failed = (error: unknown) => logFailure(log, error, "could not store which subscribers are online");
  const writer = createWriter(parts, failed);
  let others: readonly number[] = [];
  const refresh = async (): Promise<void> => {
    others = await findOtherProcesses(database, processId);
  };
  const live = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        if (writer.isReported()) await reportProcess(database, processId);
        await refresh();
        await sweepPresence(database, SWEEP);
      } catch (error) {
        failed(error);
      }
      await sleep(EVERY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  };
  const living = live();
  return {
    // The end of the process removes all its subscribers at once.
    change: (session, isPresent) => {
      if (!closing.signal.aborted) writer.change(session, isPresent);
    },
    hasOthers: () => others.length > 0,
    refresh: () => refresh().catch(failed),
    close: async () => {
      closing.abort();
      await Promise.all([living, writer.whenIdle()]);
      if (writer.isReported()) await removeProcess(database, processId).catch(failed);
    },
  };
}

/** Writes changes together; of several changes of one subscriber only the last. */
function createWriter({ database, processId, announce }: Parts, failed: (error: unknown) => void) {
  const changes = new Map<string, Present & { isPresent: boolean }>();
  let isReported = false;
  let writing: Promise<void> | undefined;
  const report = async (): Promise<void> => {
    await reportProcess(database, processId);
    isReported = true;
    await announce();
  };
  const write = async (): Promise<void> => {
    while (changes.size > 0) {
      const all = [...changes.values()];
      changes.clear();
      const present = all.filter(({ isPresent }) => isPresent);
      const gone = all.filter(({ isPresent }) => !isPresent);
      if (!isReported && present.length > 0) await report();
      if (present.length > 0) await storePresent(database, processId, present);
      if (gone.length > 0) await storeGone(database, processId, gone);
    }
  };
  return {
    isReported: () => isReported,
    whenIdle: async () => writing,
    change: ({ environment, subscriberId }: InboxSession, isPresent: boolean): void => {
      const name = `${environment.id}|${subscriberId}`;
      changes.set(name, { environmentId: environment.id, subscriberId, isPresent });
      writing ??= sleep(GATHER_MS)
        .then(write)
        .catch(failed)
        .finally(() => {
          writing = undefined;
        });
    },
  };
}
