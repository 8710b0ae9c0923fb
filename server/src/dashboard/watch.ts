import type { Queryable } from "../database/database.ts";
import { logFailure } from "../database/outage.ts";
import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import {
  isNotification,
  readLists,
  readNotifications,
  type Watched,
  type WatchedState,
} from "./watch-store.ts";

/**
 * Looks for changes of what pages of the dashboard show: twice a second at notifications, every two seconds at lists. One
 * look serves all pages of the process.
 */
export type Watch = {
  /** Calls `onChange` after each change, until the returned function is called. Changes after this call are not missed. */
  add(watched: Watched, onChange: (watched: Watched) => void): Promise<() => void>;
  /** Calls `end` when the process stops, unless the returned function was called before. */
  onClose(end: () => void): () => void;
  close(): Promise<void>;
};

type Entry = { watched: Watched; state: string; listeners: Set<(watched: Watched) => void> };

type Parts = { database: Queryable; log: Log; time: Time };

const EVERY_MS = 500;
/** Lists are read at every fourth look. */
const LISTS_EVERY = 4;

export function createWatch({ database, log, time }: Parts): Watch {
  const entries = new Map<string, Entry>();
  const ends = new Set<() => void>();
  const closing = new AbortController();
  let looking: Promise<void> | undefined;
  const apply = (states: readonly WatchedState[]): void => {
    for (const { state, ...watched } of states) {
      const entry = entries.get(nameOf(watched));
      if (!entry || entry.state === state) continue;
      entry.state = state;
      for (const onChange of entry.listeners) onChange(entry.watched);
    }
  };
  const look = async (): Promise<void> => {
    for (let turn = 1; entries.size > 0 && !closing.signal.aborted; turn += 1) {
      await time.sleep(EVERY_MS, closing.signal);
      const all = [...entries.values()].map(({ watched }) => watched);
      try {
        apply(await statesOf(database, turn % LISTS_EVERY === 0 ? all : all.filter(isNotification)));
      } catch (error) {
        logFailure(log, error, "could not look for changes that the dashboard shows");
      }
    }
    looking = undefined;
  };
  return {
    add: async (watched, onChange) => {
      const name = nameOf(watched);
      const [current] = await statesOf(database, [watched]);
      const entry = entries.get(name) ?? { watched, state: current?.state ?? "", listeners: new Set() };
      entries.set(name, entry);
      entry.listeners.add(onChange);
      looking ??= look();
      return () => {
        entry.listeners.delete(onChange);
        if (entry.listeners.size === 0 && entries.get(name) === entry) entries.delete(name);
      };
    },
    onClose: (end) => {
      ends.add(end);
      return () => void ends.delete(end);
    },
    close: async () => {
      closing.abort();
      for (const end of ends) end();
      await looking;
    },
  };
}

const nameOf = ({ environmentId, of }: Watched) => `${environmentId} ${of}`;

async function statesOf(database: Queryable, watched: readonly Watched[]): Promise<WatchedState[]> {
  const notifications = watched.filter(isNotification);
  const lists = watched.filter((one) => !isNotification(one));
  return [
    ...(notifications.length > 0 ? await readNotifications(database, notifications) : []),
    ...(lists.length > 0 ? await readLists(database, lists) : []),
  ];
}
