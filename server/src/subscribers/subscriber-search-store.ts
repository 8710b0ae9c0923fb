import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { anywhere, startingWith } from "../database/like-pattern.ts";
import { bytesOf } from "../database/page-bytes.ts";
import type { Listing } from "../database/read-page.ts";
import { requestedIds } from "../database/requested-ids.ts";
import { type SubscriberRow, toSubscribers } from "./sealed-channels.ts";
import type { SearchedField, SearchedTexts, SearchPlan, SubscriberFilter } from "./search-plan.ts";
import type { Subscriber } from "./subscriber.ts";
import { SUBSCRIBER_COLUMNS } from "./subscriber-store.ts";

const COLUMN_OF: Record<SearchedField, Sql> = {
  email: raw("l.email"),
  phone: raw("l.phone"),
  name: raw("l.name"),
  subscriberKey: raw("l.subscriber_id"),
};

/**
 * A text that occurs in any of these fields, whatever its case. The index subscribers_by_words serves each, if it has a letter or
 * a digit. PostgreSQL writes the whole pattern in small letters for each row and field that it compares: 200 backslashes in
 * 150,000 subscribers took 10 s, all of it for fields that are shorter than the text. So a long text is compared only with
 * fields that are long enough (writing in small letters makes no text three times as long), and one without letters without a
 * pattern.
 */
function matchesAny(search: string): Sql {
  if (!LETTERS.test(search)) return anyOf((column) => sql`strpos(${column}, ${search}) > 0`);
  const pattern = anywhere(search);
  const length = [...search].length;
  if (length <= ORDINARY_LENGTH) return anyOf((column) => sql`${column} ilike ${pattern}`);
  return anyOf(
    (column) => sql`(char_length(${column}) >= ${Math.ceil(length / 3)} and ${column} ilike ${pattern})`,
  );
}

/** What an index of trigrams sees, and what has a case. */
const LETTERS = /[\p{L}\p{N}\p{Lowercase}\p{Uppercase}]/u;
/** Longer texts are rare: the longest that a person types is an address. */
const ORDINARY_LENGTH = 64;

function anyOf(condition: (column: Sql) => Sql): Sql {
  return sql`(${join(Object.values(COLUMN_OF).map(condition), " or ")})`;
}

const SAMPLED_AT_EACH_END = 100;

/** The oldest and the newest subscribers of the environment, with their texts; all are read from an index. */
export async function sampleSubscribers(
  database: Queryable,
  environmentId: string,
  filter: SubscriberFilter,
): Promise<(SearchedTexts & { isMatch: boolean })[]> {
  const columns = sql`l.email, l.phone, l.name, l.subscriber_id as "subscriberKey",
    coalesce(${matches(filter) ?? sql`true`}, false) as "isMatch"`;
  return database.query(sql`
    (select ${columns} from subscribers l where l.environment_id = ${environmentId}
      order by l.id desc limit ${SAMPLED_AT_EACH_END})
    union all
    (select ${columns} from subscribers l where l.environment_id = ${environmentId}
      order by l.id limit ${SAMPLED_AT_EACH_END})`);
}

const NO_PLAN: SearchPlan = { parts: {}, isCommon: false };

/**
 * The matching subscribers, ordered by `updatedAt`, or else by creation time.
 * @param plan chooses what the indexes search; without it, the whole texts.
 */
export function subscriberListing(
  environmentId: string,
  filter: SubscriberFilter,
  { orderBy, plan = NO_PLAN }: { orderBy: string; plan?: SearchPlan },
): Listing {
  return {
    table: "subscribers",
    scope: sql`l.environment_id = ${environmentId}`,
    filter: planned(filter, plan),
    isCommon: plan.isCommon,
    orderColumn: orderBy === "updatedAt" ? "updated_at" : undefined,
    bytes: bytesOf("l.data", "l.channels"),
  };
}

/** The subscribers that still exist, in the order of the ids. */
export async function findInOrder(
  database: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<Subscriber[]> {
  const rows = await database.query<SubscriberRow>(sql`
    select its.* from ${requestedIds(ids)} as requested(id, at) cross join lateral (
      select ${SUBSCRIBER_COLUMNS} from subscribers s
      where s.environment_id = ${environmentId} and s.id = requested.id offset 0
    ) its order by requested.at`);
  return toSubscribers(database, environmentId, rows);
}

function matches(filter: SubscriberFilter): Sql | undefined {
  const conditions: Sql[] = [];
  for (const [field, column] of Object.entries(COLUMN_OF)) {
    const text = filter[field as SearchedField];
    if (text) conditions.push(sql`${column} like ${anywhere(text)}`);
  }
  if (filter.search) conditions.push(matchesAny(filter.search));
  return conditions.length > 0 ? join(conditions, " and ") : undefined;
}

/** The same as `matches`, with what the plan chose where an index sees it, and the whole texts where it does not. */
function planned(filter: SubscriberFilter, { parts, pieces, localPart }: SearchPlan): Sql | undefined {
  if (Object.keys(parts).length === 0 && !pieces && !localPart) return matches(filter);
  const conditions: Sql[] = [];
  if (pieces)
    conditions.push(sql`subscriber_pieces(l.email, l.phone, l.name, l.subscriber_id) && ${pieces}::text[]`);
  if (localPart) conditions.push(mayHaveLocalPart(localPart));
  for (const [field, column] of Object.entries(COLUMN_OF)) {
    const text = filter[field as SearchedField];
    const part = parts[field as SearchedField];
    if (part) conditions.push(sql`${column} like ${anywhere(part)}`);
    if (text && text !== part) conditions.push(sql`strpos(${column}, ${text}) > 0`);
  }
  if (parts.search) conditions.push(matchesAny(parts.search));
  if (filter.search && filter.search !== parts.search) conditions.push(containsInAny(filter.search));
  return join(conditions, " and ");
}

/** The index has the last characters of each local part (migration 0044); PostgreSQL uses it only for the same expression. */
const INDEXED_CHARACTERS = 32;

/** The candidates for a local part: addresses whose own ends like this (subscribers_by_local_part), and all with several @ (subscribers_by_several_at). */
function mayHaveLocalPart(end: string): Sql {
  const reversed = [...end].reverse().slice(0, INDEXED_CHARACTERS).join("");
  return sql`l.email like '%@%' and (
    left(reverse(split_part(l.email, '@', 1)), ${raw(`${INDEXED_CHARACTERS}`)}) like ${startingWith(reversed)}
    or l.email like '%@%@%')`;
}

/** `matchesAny` without an index. */
function containsInAny(search: string): Sql {
  return anyOf((column) => sql`strpos(lower(${column}), lower(${search}::text)) > 0`);
}
