import type { Queryable } from "../database/database.ts";
import { logFailure } from "../database/outage.ts";
import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import { SHARE, type Share } from "../foundation/share.ts";
import { isNotification, readStates, type Watched, type WatchedState } from "./watch-store.ts";

/**
 * Looks for changes of what pages of the dashboard show: twice a second at notifications, every two seconds at lists. One
 * look serves all pages of the process.
 */
export type Watch = {
  /**
   * Calls `onChange` after each change of these, until the returned function is called. Changes after this call are not missed.
   * One statement, in the share of the environment.
   */
  add(environmentId: string, of: readonly string[], onChange: OnChange): Promise<() => void>;
  /** Calls `end` when the process stops, unless the returned function was called before. */
  onClose(end: () => void): () => void;
  close(): Promise<void>;
};

type OnChange = (watched: Watched) => void;
type Entry = { watched: Watched; state: string; listeners: Set<OnChange> };

type Entries = Map<string, Entry>;
type Parts = { databaseOf: (share: Share) => Queryable; log: Log; time: Time };

const EVERY_MS = 500;
/** Lists are read at every fourth look. */
const LISTS_EVERY = 4;
/** The looks serve all pages, one after the other. */
const LOOKS = SHARE.process("live dashboard");

export function createWatch({ databaseOf, log, time }: Parts): Watch {
  const entries: Entries = new Map();
  const ends = new Set<() => void>();
  const closing = new AbortController();
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    for (let turn = 1; entries.size > 0 && !closing.signal.aborted; turn += 1) {
      await time.sleep(EVERY_MS, closing.signal);
      const all = [...entries.values()].map(({ watched }) => watched);
      try {
        const due = turn % LISTS_EVERY === 0 ? all : all.filter(isNotification);
        if (due.length > 0) apply(entries, await readStates(databaseOf(LOOKS), due));
      } catch (error) {
        logFailure(log, error, "could not look for changes that the dashboard shows");
      }
    }
    looking = undefined;
  };
  return {
    add: async (environmentId, of, onChange) => {
      const all = [...new Set(of)].map((one) => ({ environmentId, of: one }));
      const states = await readStates(databaseOf(SHARE.environment(environmentId)), all);
      const remove = addTo(entries, states, onChange);
      looking ??= look();
      return remove;
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

function apply(entries: Entries, states: readonly WatchedState[]): void {
  for (const { state, ...watched } of states) {
    const entry = entries.get(nameOf(watched));
    if (!entry || entry.state === state) continue;
    entry.state = state;
    for (const onChange of entry.listeners) onChange(entry.watched);
  }
}

/** @returns a function that removes the listener from all of these. */
function addTo(entries: Entries, states: readonly WatchedState[], onChange: OnChange): () => void {
  const added = states.map(({ state, ...watched }) => {
    const name = nameOf(watched);
    const entry: Entry = entries.get(name) ?? { watched, state, listeners: new Set() };
    entries.set(name, entry);
    entry.listeners.add(onChange);
    return { name, entry };
  });
  return () => {
    for (const { name, entry } of added) {
      entry.listeners.delete(onChange);
      if (entry.listeners.size === 0 && entries.get(name) === entry) entries.delete(name);
    }
  };
}

const nameOf = ({ environmentId, of }: Watched) => `${environmentId} ${of}`;
