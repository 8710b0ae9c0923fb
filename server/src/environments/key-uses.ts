import type { Queryable } from "../database/database.ts";
import { logFailure } from "../database/outage.ts";
import type { Log } from "../foundation/log.ts";
import { saveKeyUses } from "./api-key-store.ts";

/** Remembers when keys were used, beside the requests: at most one write a minute for each key. */
export type KeyUses = {
  note(environmentId: string, keyId: string): void;
  /** Stores what is not stored yet. */
  close(): Promise<void>;
};

export type KeyUsesParts = { database: Queryable; log: Log; nowMs: () => number };

const AT_MOST_EVERY_MS = 60_000;
/** Keys that are used at about the same time are written with one statement. */
const TOGETHER_WITHIN_MS = 1_000;
const MOST_REMEMBERED = 10_000;

type Use = { environmentId: string; keyId: string };

export function createKeyUses({ database, log, nowMs }: KeyUsesParts): KeyUses {
  const notedAtMs = new Map<string, number>();
  let waiting: Use[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const uses = waiting;
    waiting = [];
    if (uses.length === 0) return;
    await saveKeyUses(database, uses).catch((error) =>
      logFailure(log, error, "when API keys were last used was not stored"),
    );
  };
  return {
    note: (environmentId, keyId) => {
      const last = notedAtMs.get(keyId);
      if (last !== undefined && nowMs() - last < AT_MOST_EVERY_MS) return;
      // Set anew, so that the map stays in the order of use.
      notedAtMs.delete(keyId);
      if (notedAtMs.size >= MOST_REMEMBERED) notedAtMs.delete(notedAtMs.keys().next().value as string);
      notedAtMs.set(keyId, nowMs());
      waiting.push({ environmentId, keyId });
      timer ??= setTimeout(() => void flush(), TOGETHER_WITHIN_MS).unref();
    },
    close: flush,
  };
}
