import sql, { join, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { anywhere } from "../database/like-pattern.ts";
import { bytesOf } from "../database/page-bytes.ts";
import { type NumberedPage, readNumberedPage } from "../database/read-numbered-page.ts";
import { type CountedPage, readPage } from "../database/read-page.ts";
import type { PageRequest } from "../foundation/cursor-page.ts";
import type { Topic } from "./topic.ts";
import { TOPIC_COLUMNS } from "./topic-store.ts";

/** The topics that still exist, in the order of the internal ids. */
export async function findTopicsInOrder(
  database: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<Topic[]> {
  return database.query<Topic>(sql`
    select ${TOPIC_COLUMNS} from unnest(${ids}::text[]) with ordinality as requested(id, place)
    join topics t on t.environment_id = ${environmentId} and t.id = requested.id order by requested.place`);
}

/** Each text must occur in its field, case-sensitive and without wildcards; all filters must match. */
export type TopicFilter = { key?: string | undefined; name?: string | undefined };

/** One page of the matching topics, ordered by `updatedAt`, or else by creation time. */
export async function listTopics(
  database: Queryable,
  environmentId: string,
  { filter: { key, name }, page }: { filter: TopicFilter; page: PageRequest },
): Promise<CountedPage<Topic>> {
  const conditions: Sql[] = [];
  if (key) conditions.push(sql`l.key like ${anywhere(key)}`);
  if (name) conditions.push(sql`l.name like ${anywhere(name)}`);
  const listing = {
    table: "topics",
    scope: sql`l.environment_id = ${environmentId}`,
    filter: conditions.length > 0 ? join(conditions, " and ") : undefined,
    orderColumn: page.orderBy === "updatedAt" ? ("updated_at" as const) : undefined,
    bytes: bytesOf("l.data"),
  };
  const found = await readPage(database, listing, page);
  const ids = found.data.map(({ id }) => id);
  return { ...found, data: await findTopicsInOrder(database, environmentId, ids) };
}

/** A page by its number (from 0), newest first, of all topics or of the one with this key. */
export async function listNumberedTopics(
  database: Queryable,
  environmentId: string,
  { key, page, limit }: { key: string | undefined; page: number; limit: number },
): Promise<Omit<NumberedPage, "ids"> & { topics: Topic[] }> {
  const scope = key
    ? sql`l.environment_id = ${environmentId} and l.key = ${key}`
    : sql`l.environment_id = ${environmentId}`;
  const { ids, ...found } = await readNumberedPage(database, { table: "topics", scope }, { page, limit });
  return { ...found, topics: await findTopicsInOrder(database, environmentId, ids) };
}
