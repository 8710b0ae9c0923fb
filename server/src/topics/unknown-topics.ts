import type { Queryable } from "../database/database.ts";
import { findTopicsByKey } from "./topic-store.ts";

/** The keys without a topic. */
export async function findUnknownTopics(
  database: Queryable,
  environmentId: string,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const found = new Set((await findTopicsByKey(database, environmentId, [...keys])).map(({ key }) => key));
  return keys.filter((key) => !found.has(key));
}
