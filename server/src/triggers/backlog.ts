import type { Queryable } from "../database/database.ts";
import { countReady } from "./backlog-store.ts";

/**
 * How much work of an environment waits for workers (reliability-facts 8). It is looked at now and then, beside the
 * requests that ask: a limit of a million need not be exact.
 */
export type Backlog = {
  /** Whether more must not be accepted; as of the last look. */
  isFull(environmentId: string): boolean;
};

const LOOK_EVERY_MS = 10_000;
/** A full one is looked at more often: callers wait. */
const LOOK_WHEN_FULL_EVERY_MS = 2_000;

type Look = { atMs: number; isFull: boolean };
export type BacklogParts = { database: Queryable; most: number };

export function createBacklog({ database, most }: BacklogParts): Backlog {
  const looks = new Map<string, Look>();

  const look = async (environmentId: string, known: Look | undefined): Promise<void> => {
    looks.set(environmentId, { atMs: performance.now(), isFull: known?.isFull ?? false });
    // Without an answer the last one holds; what is wrong with the database, the request itself will hear.
    const ready = await countReady(database, environmentId, most).catch(() => undefined);
    if (ready !== undefined) looks.set(environmentId, { atMs: performance.now(), isFull: ready >= most });
  };

  return {
    isFull: (environmentId) => {
      const known = looks.get(environmentId);
      const everyMs = known?.isFull ? LOOK_WHEN_FULL_EVERY_MS : LOOK_EVERY_MS;
      if (!known || performance.now() - known.atMs > everyMs) void look(environmentId, known);
      return known?.isFull ?? false;
    },
  };
}
