import { gather } from "../foundation/gather.ts";
import type { Queryable } from "./database.ts";

/** Reads the records with these ids, with a fixed number of statements. A missing record is missing in the result. */
export type ReadMany<Found> = (
  database: Queryable,
  environmentId: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, Found>>;

/** @returns undefined if there is no such record. */
export type ReadOne<Found> = (
  database: Queryable,
  environmentId: string,
  id: string,
) => Promise<Found | undefined>;

type Waiting<Found> = {
  database: Queryable;
  id: string;
  resolve: (found: Found | undefined) => void;
  reject: (error: unknown) => void;
};
type Line<Found> = { take: (call: Waiting<Found>) => void; calls: number };

/**
 * Calls that wait at the same moment, in one environment, share their statements; a call that comes alone does not wait.
 * Each statement starts after the calls that it serves. When it fails, all of them fail.
 * @param maxTogether Calls that share a statement: what a slow record delays, and the memory of the answer.
 */
export function shareReads<Found>(readMany: ReadMany<Found>, maxTogether: number): ReadOne<Found> {
  const lines = new Map<string, Line<Found>>();
  const limits = { maxTogether, maxUnderWay: 2, maxBytes: Number.POSITIVE_INFINITY };
  const lineOf = (environmentId: string): Line<Found> => {
    const known = lines.get(environmentId);
    if (known) return known;
    const answer = (group: readonly Waiting<Found>[]) => answerGroup(readMany, environmentId, group);
    const line = { take: gather(limits, answer), calls: 0 };
    lines.set(environmentId, line);
    return line;
  };
  return async (database, environmentId, id) => {
    const line = lineOf(environmentId);
    line.calls += 1;
    try {
      return await new Promise((resolve, reject) => line.take({ database, id, resolve, reject }));
    } finally {
      line.calls -= 1;
      if (line.calls === 0) lines.delete(environmentId);
    }
  };
}

async function answerGroup<Found>(
  readMany: ReadMany<Found>,
  environmentId: string,
  group: readonly Waiting<Found>[],
): Promise<void> {
  try {
    const { database } = group[0] as Waiting<Found>;
    const found = await readMany(database, environmentId, [...new Set(group.map(({ id }) => id))]);
    for (const { id, resolve } of group) resolve(found.get(id));
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
