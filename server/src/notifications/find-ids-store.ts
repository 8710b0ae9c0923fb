import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import { AFTER_DIGITS, findSpans } from "../counters/span-search-store.ts";
import type { Queryable } from "../database/database.ts";
import { omitEmpty } from "../foundation/omit-empty.ts";
import { hasSpans, spanCounters } from "./notification-span-store.ts";
import { matches, type NotificationFilter } from "./notification-store.ts";
import { severityParts } from "./severity-filter-store.ts";
import { candidatesFor, stateConditions } from "./state-filter-store.ts";

/** Which of the matching notifications: from a number on, or after a cursor in the list, or before one. */
export type Place = { offset: number } | { afterId: string } | { beforeId: string };

/** From this offset on, the counters find the place of a page. */
const JUMPED_ROWS = 200;

/**
 * The ids of matching notifications, the newest first; before a cursor, in the order of their distance to it. They are
 * found by keys alone, so that skipped rows are not joined.
 */
export async function findIds(
  database: Queryable,
  environmentId: string,
  filter: NotificationFilter,
  { place, count }: { place: Place; count: number },
): Promise<string[]> {
  if (offsetOf(place) >= JUMPED_ROWS && hasSpans(filter))
    return inSpans(database, environmentId, filter, { from: offsetOf(place), count });
  const order = raw("beforeId" in place ? "asc" : "desc");
  const condition = sql`${matches(environmentId, filter)}${fromPlace(place, sql`n.id`)}`;
  const search = { condition, order, place, count };
  const candidates = candidatesFor(environmentId, filter);
  const parts = filter.severity && severityParts(filter.severity);
  const among = parts ? inParts(parts, environmentId, filter, search) : inOrder(environmentId, search);
  const rows = await database.queryPlanned<{ id: string }>(
    candidates ? amongCandidates(candidates, search) : among,
  );
  return rows.map(({ id }) => id);
}

/** The notifications with these numbers: the counters find their spans, and only notifications of these are read. */
async function inSpans(
  database: Queryable,
  environmentId: string,
  filter: NotificationFilter,
  { from, count }: { from: number; count: number },
): Promise<string[]> {
  const to = from + count;
  const spans = await findSpans(database, spanCounters(environmentId, filter), { from, to });
  const [first] = spans;
  if (!first) return [];
  const [texts, numbers] = [spans.map(({ span }) => span), spans.map(({ newer }) => newer)];
  const rows = await database.queryPlanned<{ id: string }>(sql`
    select f.id from unnest(${texts}::text[], ${numbers}::bigint[]) as s(span, newer) cross join lateral (
      select n.id from ${spanRows(environmentId, filter)} order by n.id desc limit ${to}::bigint - s.newer) f
    order by f.id desc offset ${from - first.newer} limit ${count}`);
  return rows.map(({ id }) => id);
}

/** The matching notifications `n` of the span `s`. The `offset 0` keeps PostgreSQL from reading others than the candidates. */
function spanRows(environmentId: string, filter: NotificationFilter): Sql {
  const within = (id: Sql) =>
    sql`${id} >= s.span collate "C" and ${id} < (s.span || ${AFTER_DIGITS}) collate "C"`;
  const condition = matches(environmentId, filter);
  const candidates = candidatesFor(environmentId, filter);
  if (!candidates)
    return sql`notifications n where n.environment_id = ${environmentId} and ${condition} and ${within(sql`n.id`)}`;
  const each = candidates.map(
    (candidate) =>
      sql`select distinct c.notification_id from (${candidate}) c where ${within(sql`c.notification_id`)}`,
  );
  return sql`
    (${join(each, " union ")} offset 0) c cross join lateral (
      select n.id from notifications n
      where n.environment_id = ${environmentId} and ${condition} and n.id = c.notification_id offset 0) n`;
}

function inOrder(environmentId: string, { condition, order, place, count }: Search): Sql {
  return sql`
    select n.id from notifications n where n.environment_id = ${environmentId} and ${condition}
    order by n.id ${order} offset ${offsetOf(place)} limit ${count}`;
}

/**
 * Notifications of a severity may be few or old: parts of the table, each in its order by an index, are merged. (Of a
 * million notifications, the 10,000 oldest were those of a severity: reading all in their order took 0.6 s.) The `offset 0`
 * keeps each part in its order, so that states, which take the longest, are looked up only until the page is full.
 */
function inParts(
  parts: readonly Sql[],
  environmentId: string,
  filter: NotificationFilter,
  { order, place, count }: Search,
): Sql {
  const { states, severity: _, ...others } = filter;
  const condition = sql`${matches(environmentId, others)}${fromPlace(place, sql`n.id`)}`;
  const inStates = join([sql`true`, ...stateConditions(environmentId, omitEmpty({ states }))], " and ");
  const each = parts.map(
    (part) => sql`(
      select n.id from (
        select n.id from notifications n
        where n.environment_id = ${environmentId} and ${part} and ${condition} order by n.id ${order} offset 0
      ) n where ${inStates} limit ${offsetOf(place) + count})`,
  );
  return sql`
    select found.id from (${join(each, " union all ")}) found
    order by found.id ${order} offset ${offsetOf(place)} limit ${count}`;
}

const offsetOf = (place: Place): number => ("offset" in place ? place.offset : 0);

function fromPlace(place: Place, id: Sql): Sql {
  if ("afterId" in place) return sql` and ${id} < ${place.afterId}`;
  return "beforeId" in place ? sql` and ${id} > ${place.beforeId}` : empty;
}

type Search = { condition: Sql; order: Sql; place: Place; count: number };

/**
 * Each list of candidates is read in order, from the cursor on, until it has enough matches, and the lists are merged. The
 * `offset 0` keeps PostgreSQL from another order: it takes several filters for rarer together than they are, and then
 * checked all 20,000 candidates of a million notifications (1.4 s instead of 10 ms).
 */
function amongCandidates(candidates: readonly Sql[], { condition, order, place, count }: Search): Sql {
  const offset = offsetOf(place);
  const each = candidates.map(
    (candidate) => sql`(
      select distinct n.id from (
        select c.environment_id, c.notification_id from (${candidate}) c
        where true${fromPlace(place, sql`c.notification_id`)} order by c.notification_id ${order} offset 0
      ) c
      join notifications n on n.environment_id = c.environment_id and n.id = c.notification_id
      where ${condition}
      order by n.id ${order} limit ${offset + count})`,
  );
  return sql`
    select found.id from (${join(each, " union ")}) as found
    order by found.id ${order} offset ${offset} limit ${count}`;
}
