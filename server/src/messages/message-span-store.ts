import sql, { join, raw, type Sql } from "sql-template-tag";
import { ALL_MESSAGES, SPAN_LEVELS, scopeOfContexts, scopeOfWorkflow } from "../counters/counter-store.ts";
import type { Queryable } from "../database/database.ts";
import { hidden, isCounted, sendingConditions, workflowConditions } from "./message-count-store.ts";
import { hashOfContexts, type MessageFilter } from "./message-filter-store.ts";

/** A span of ids: all that begin with it; and how many newer messages match. */
export type SpanPlace = { span: string; newer: number };
/** Numbers of matching messages, from 0, newest first; the end is exclusive. */
export type NumberRange = { from: number; to: number };

/** Greater than the hexadecimal digits of ids. */
export const AFTER_DIGITS = "g";

/** Whether counters have the place of a page of this filter. A page by workflow and contexts has to be walked. */
export function hasSpans(filter: MessageFilter): boolean {
  return isCounted(filter) && !(filter.workflowIds && filter.contextKeys);
}

/** Whether its messages may be few among many others. */
export const isScoped = ({ workflowIds, contextKeys }: MessageFilter): boolean =>
  workflowIds !== undefined || contextKeys !== undefined;

/**
 * The smallest spans of the matching messages with these numbers, newest first: of 4 seconds, or of 65 seconds for a
 * workflow or contexts. They are found by way of spans of 3 days and 17 minutes.
 */
export function findSpans(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
  { from, to }: NumberRange,
): Promise<SpanPlace[]> {
  const levels = levelsOf(filter);
  const places = levels.map((level, at) => {
    const outer = raw(at === 0 ? "(select '' as span, 0 as newer) o" : `place${levels[at - 1]} o`);
    const isInside = sql`span >= o.span and span < o.span || ${AFTER_DIGITS}`;
    return sql`place${raw(String(level))} as (
      select i.span, o.newer + i.newer as newer from ${outer} cross join lateral (
        select span, sum(amount) as amount, sum(sum(amount)) over (order by span desc) - sum(amount) as newer
        from ${counted(environmentId, filter, { level, isInside })} group by span
      ) i where i.amount > 0 and o.newer + i.newer < ${to}::bigint and o.newer + i.newer + i.amount > ${from}::bigint)`;
  });
  return database.queryPlanned<SpanPlace>(sql`
    with ${recent(environmentId, filter)}, ${join(places, ", ")}
    select span, newer::float8 as newer from place${raw(String(levels.at(-1)))} order by newer`);
}

/** How many matching messages are in newer spans than a message, and in its own smallest span. */
export async function countAround(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
  id: string,
): Promise<{ newer: number; own: number }> {
  const levels = levelsOf(filter);
  const newer = levels.map((level, at) => {
    const isInside = sql`span > ${id.slice(0, level)} and span < ${id.slice(0, levels[at - 1] ?? 0)} || ${AFTER_DIGITS}`;
    return sql`select amount, true as "isNewer" from ${counted(environmentId, filter, { level, isInside })}`;
  });
  const level = levels.at(-1) ?? 0;
  const own = counted(environmentId, filter, { level, isInside: sql`span = ${id.slice(0, level)}` });
  const [row] = await database.queryPlanned<{ newer: number; own: number }>(sql`
    with ${recent(environmentId, filter)}
    select coalesce(sum(amount) filter (where "isNewer"), 0)::float8 as newer,
      coalesce(sum(amount) filter (where not "isNewer"), 0)::float8 as own
    from (${join([...newer, sql`select amount, false from ${own}`], " union all ")}) around`);
  return row ?? { newer: 0, own: 0 };
}

const levelsOf = (filter: MessageFilter): readonly number[] =>
  isScoped(filter) ? SPAN_LEVELS.scoped : SPAN_LEVELS.all;

/** Rows (span, amount): sums and recent differences of one level. */
function counted(
  environmentId: string,
  filter: MessageFilter,
  { level, isInside }: { level: number; isInside: Sql },
): Sql {
  const conditions = join([scopeIs(filter), ...sendingConditions(filter), isInside], " and ");
  return sql`(
    select span, amount from message_spans
    where environment_id = ${environmentId} and level = ${level} and ${conditions}
    union all
    select span, amount from (select left(span, ${level}) as span, amount from recent) r where ${isInside}) counted`;
}

function scopeIs({ workflowIds, contextKeys }: MessageFilter): Sql {
  if (workflowIds) return sql`scope = any(${workflowIds.map(scopeOfWorkflow)})`;
  if (contextKeys) return sql`scope = ${scopeOfContexts(hashOfContexts(contextKeys))}`;
  return sql`scope = ${ALL_MESSAGES}`;
}

function recent(environmentId: string, filter: MessageFilter): Sql {
  const conditions = [sql`true`, ...sendingConditions(filter), ...workflowConditions(filter)];
  if (filter.contextKeys) conditions.push(sql`contexts = ${hashOfContexts(filter.contextKeys)}`);
  return sql`recent as materialized (
    select span, amount from count_appends
    where environment_id = ${environmentId} and list = 'messages' and ${join(conditions, " and ")}
    union all
    select left(h.id, ${SPAN_LEVELS.all.at(-1)}), -1 from ${hidden(environmentId, filter)})`;
}
