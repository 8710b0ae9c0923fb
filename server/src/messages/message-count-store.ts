import sql, { join, raw, type Sql } from "sql-template-tag";
import { countsOf, SPAN_LEVELS } from "../counters/counter-store.ts";
import type { Queryable } from "../database/database.ts";
import { type MessageFilter, matches, matchesStored } from "./message-filter-store.ts";

/** The number of matching messages: summed from the counters if they have the filter, else counted from the rows. */
export async function countMessages(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
): Promise<number> {
  const counted = isCounted(filter)
    ? sql`
      select ((select coalesce(sum(c.amount), 0) from ${countsOf(environmentId, {
        table: "message_counts",
        list: "messages",
        columns: "channel",
        where: conditionsOf(filter),
      })}) - (select count(*) from ${hidden(environmentId, filter)}))::float8 as total`
    : sql`select count(*)::float8 as total from messages m where ${matches(environmentId, filter)}`;
  const [row] = await database.queryPlanned<{ total: number }>(counted);
  return row?.total ?? 0;
}

/** The filters that the counters have; those by subscriber, trigger, notification or context match few messages. */
function isCounted({ channel, status, workflowIds, integration, ...others }: MessageFilter): boolean {
  return Object.values(others).every((value) => value === undefined);
}

function conditionsOf({ channel, status, workflowIds, integration }: MessageFilter): Sql[] {
  const conditions: Sql[] = [];
  if (channel !== undefined) conditions.push(sql`channel = ${channel}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (workflowIds !== undefined) conditions.push(sql`workflow_id = any(${workflowIds})`);
  if (integration !== undefined)
    conditions.push(sql`integration_id = ${integration.id} and channel = ${integration.channel}`);
  return conditions;
}

/**
 * Messages of deleted subscribers that are not erased yet: they are not listed, but counted. A lateral join, because
 * PostgreSQL expects many rows in the nearly always empty table of erasures.
 */
function hidden(environmentId: string, filter: MessageFilter): Sql {
  return sql`erasures e cross join lateral (
    select m.id from messages m
    where ${matchesStored(environmentId, filter)} and m.subscriber_id = e.id offset 0
  ) h where e.environment_id = ${environmentId}`;
}

/** A span of ids: all that begin with it; and how many newer messages match. */
export type SpanPlace = { span: string; newer: number };

/** Whether counters have the place of a page of this filter. */
export function hasSpans({ workflowIds, integration, ...filter }: MessageFilter): boolean {
  return workflowIds === undefined && integration === undefined && isCounted(filter);
}

/**
 * The span of 4 seconds of the matching message with this number (from 0, newest first), found by way of its spans of
 * 3 days and 17 minutes. @returns undefined if fewer messages match.
 */
export async function findSpan(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
  number: number,
): Promise<SpanPlace | undefined> {
  const conditions = join([sql`true`, ...conditionsOf(filter)], " and ");
  const levels = SPAN_LEVELS.map((level, at) => {
    const outer = raw(at === 0 ? "(select '' as span, 0 as newer) o" : `place${SPAN_LEVELS[at - 1]} o`);
    const isInside = sql`span >= o.span and span < o.span || ${AFTER_DIGITS}`;
    return sql`place${raw(String(level))} as (
      select i.span, o.newer + i.newer as newer from ${outer} cross join lateral (
        select span, sum(amount) as amount, sum(sum(amount)) over (order by span desc) - sum(amount) as newer from (
          select span, amount from message_spans
          where environment_id = ${environmentId} and level = ${level} and ${conditions} and ${isInside}
          union all
          select left(span, ${level}), amount from recent where ${isInside}
        ) counted group by span
      ) i where o.newer + i.newer <= ${number}::bigint and o.newer + i.newer + i.amount > ${number}::bigint)`;
  });
  const [place] = await database.queryPlanned<SpanPlace>(sql`
    with recent as materialized (
      select span, amount from count_appends
      where environment_id = ${environmentId} and list = 'messages' and ${conditions}
      union all
      select left(h.id, ${SPAN_LEVELS.at(-1)}), -1 from ${hidden(environmentId, filter)}
    ), ${join(levels, ", ")}
    select span, newer::float8 as newer from place${raw(String(SPAN_LEVELS.at(-1)))}`);
  return place;
}

/** Greater than the hexadecimal digits of ids. */
const AFTER_DIGITS = "g";

/** Greater than all ids of a span. */
export const afterSpan = (span: string): string => span + AFTER_DIGITS;
