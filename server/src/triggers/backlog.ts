import type { Queryable } from "../database/database.ts";
import type { Time } from "../foundation/clock.ts";
import { countReady } from "./backlog-store.ts";

/**
 * The backlog of an environment: due work that is not claimed. Counted now and then, not for every request: a limit
 * of a million need not be exact.
 */
export type Backlog = {
  /** Whether the backlog is full, as of the last count. */
  isFull(environmentId: string): boolean;
};

const LOOK_EVERY_MS = 10_000;
/** A full backlog is counted more often, because clients wait. */
const LOOK_WHEN_FULL_EVERY_MS = 2_000;

type Look = { atMs: number; isFull: boolean };
export type BacklogParts = { database: Queryable; max: number; time: Time };

export function createBacklog({ database, max, time }: BacklogParts): Backlog {
  const looks = new Map<string, Look>();

  const look = async (environmentId: string, known: Look | undefined): Promise<void> => {
    looks.set(environmentId, { atMs: time.monotonicMs(), isFull: known?.isFull ?? false });
    // On an error the last count stays; the request itself will report the database's error.
    const ready = await countReady(database, environmentId, max).catch(() => undefined);
    if (ready !== undefined) looks.set(environmentId, { atMs: time.monotonicMs(), isFull: ready >= max });
  };

  return {
    isFull: (environmentId) => {
      const known = looks.get(environmentId);
      const everyMs = known?.isFull ? LOOK_WHEN_FULL_EVERY_MS : LOOK_EVERY_MS;
      if (!known || time.monotonicMs() - known.atMs > everyMs) void look(environmentId, known);
      return known?.isFull ?? false;
    },
  };
}
