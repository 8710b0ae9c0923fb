import type { Queryable } from "../database/database.ts";
import { logFailure } from "../database/outage.ts";
import type { Cancel, Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import { saveKeyUses } from "./api-key-store.ts";

/** Stores when keys were last used, outside the requests: at most one write a minute for each key. */
export type KeyUses = {
  note(environmentId: string, keyId: string): void;
  /** Writes the uses that are not stored yet. */
  close(): Promise<void>;
};

export type KeyUsesParts = { database: Queryable; log: Log; time: Time };

const MIN_INTERVAL_MS = 60_000;
/** Keys used within this time are written with one statement. */
const BATCH_WITHIN_MS = 1_000;
const MAX_REMEMBERED = 10_000;

type Use = { environmentId: string; keyId: string };

export function createKeyUses({ database, log, time }: KeyUsesParts): KeyUses {
  const notedAtMs = new Map<string, number>();
  let waiting: Use[] = [];
  let cancel: Cancel | undefined;
  const flush = async (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    const uses = waiting;
    waiting = [];
    if (uses.length === 0) return;
    await saveKeyUses(database, uses).catch((error) =>
      logFailure(log, error, "could not store when API keys were last used"),
    );
  };
  return {
    note: (environmentId, keyId) => {
      const last = notedAtMs.get(keyId);
      if (last !== undefined && time.monotonicMs() - last < MIN_INTERVAL_MS) return;
      // Deleted and set again, so that the map stays in the order of use.
      notedAtMs.delete(keyId);
      if (notedAtMs.size >= MAX_REMEMBERED) notedAtMs.delete(notedAtMs.keys().next().value as string);
      notedAtMs.set(keyId, time.monotonicMs());
      waiting.push({ environmentId, keyId });
      cancel ??= time.after(BATCH_WITHIN_MS, () => void flush());
    },
    close: flush,
  };
}
