import sql, { raw, type Sql } from "sql-template-tag";
import {
  AFTER_DIGITS,
  countAround,
  findSpans,
  type NumberRange,
  type SpanPlace,
} from "../counters/span-search-store.ts";
import type { Queryable } from "../database/database.ts";
import { type MessageFilter, matches } from "./message-filter-store.ts";
import { hasSpans, isScoped, spanCounters } from "./message-span-store.ts";

/** Where a page of messages begins: after `offset` messages, or beside the message of a cursor. */
export type MessageWindow = {
  offset: number;
  limit: number;
  cursor?: { id: string; isBefore: boolean };
};

/** From this offset on, the counters find the place of the page, and only messages of its spans are read. */
const JUMPED_ROWS = 1_000;

/** The ids from the window's start on, one more than fits, and whether there are messages on its other side. */
export async function walkMessages(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
  { offset, limit, cursor }: MessageWindow,
): Promise<{ found: string[]; hasBehind: boolean }> {
  if (!cursor) {
    const found = await numbered(database, environmentId, filter, { from: offset, to: offset + limit + 1 });
    return { found, hasBehind: offset > 0 };
  }
  const { id, isBefore } = cursor;
  const ahead = { id, isUp: isBefore, isIncluded: false, count: limit + 1 };
  const found = await beside(database, environmentId, filter, ahead);
  const behind = { id, isUp: !isBefore, isIncluded: true, count: 1 };
  return { found, hasBehind: (await beside(database, environmentId, filter, behind)).length > 0 };
}

/** The ids with these numbers, newest first. */
async function numbered(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
  range: NumberRange,
): Promise<string[]> {
  const { from, to } = range;
  if (hasSpans(filter) && (isScoped(filter) || from >= JUMPED_ROWS)) {
    const spans = await findSpans(database, spanCounters(environmentId, filter), range);
    const [first] = spans;
    if (!first) return [];
    const rest = { ahead: sql`true`, order: raw("desc"), count: sql`${to}::bigint - s.newer` };
    const ids = inSpans(spans, { ...rest, scope: matches(environmentId, filter) });
    return idsOf(
      database,
      filter,
      sql`${ids} order by f.id desc offset ${from - first.newer} limit ${to - from}`,
    );
  }
  const scope = matches(environmentId, filter);
  const ids = sql`select m.id from messages m where ${scope} order by m.id desc offset ${from} limit ${to - from}`;
  return idsOf(database, filter, ids);
}

type Beside = {
  id: string;
  /** Newer messages, the nearest first. */
  isUp: boolean;
  isIncluded: boolean;
  count: number;
};

/** The ids of the nearest messages on one side of an id. */
async function beside(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
  { id, isUp, isIncluded, count }: Beside,
): Promise<string[]> {
  const scope = matches(environmentId, filter);
  const order = raw(isUp ? "asc" : "desc");
  const ahead = sql`m.id ${raw((isUp ? ">" : "<") + (isIncluded ? "=" : ""))} ${id}`;
  const page = sql`order by id ${order} limit ${count}`;
  if (!(hasSpans(filter) && isScoped(filter)))
    return idsOf(database, filter, sql`select m.id from messages m where ${scope} and ${ahead} ${page}`);
  const counters = spanCounters(environmentId, filter);
  const { newer, own } = await countAround(database, counters, id);
  const range = isUp ? { from: newer - count, to: newer + own } : { from: newer, to: newer + own + count };
  const spans = await findSpans(database, counters, range);
  const ids = inSpans(spans, { scope, ahead, order, count: sql`${count}::bigint` });
  return idsOf(database, filter, sql`${ids} ${page}`);
}

type SpanReading = {
  scope: Sql;
  ahead: Sql;
  order: Sql;
  /** The number of messages to read at most in the span `s`. */
  count: Sql;
};

/** Selects the matching messages of spans as `f`, each span in order. */
function inSpans(spans: readonly SpanPlace[], { scope, ahead, order, count }: SpanReading): Sql {
  const [texts, numbers] = [spans.map(({ span }) => span), spans.map(({ newer }) => newer)];
  return sql`
    select f.id from unnest(${texts}::text[], ${numbers}::bigint[]) as s(span, newer) cross join lateral (
      select m.id from messages m
      where ${scope} and ${ahead} and m.id >= s.span collate "C" and m.id < (s.span || ${AFTER_DIGITS}) collate "C"
      order by m.id ${order} limit ${count}
    ) f`;
}

async function idsOf(database: Queryable, filter: MessageFilter, statement: Sql): Promise<string[]> {
  const rows = isByOrigin(filter)
    ? await database.query<{ id: string }>(statement)
    : await database.queryPlanned<{ id: string }>(statement);
  return rows.map(({ id }) => id);
}

/**
 * Whether transactions or a notification are the only condition: the plan is then the same for all values, and planning takes longer than reading.
 * With other conditions, a caller could make each connection prepare hundreds of statements.
 */
function isByOrigin({ transactionIds, notificationId, ...others }: MessageFilter): boolean {
  const isGiven = transactionIds !== undefined || notificationId !== undefined;
  return isGiven && Object.values(others).every((value) => value === undefined);
}
