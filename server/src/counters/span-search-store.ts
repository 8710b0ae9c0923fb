import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";

/** A span of ids: all that begin with it; and how many newer rows match. */
export type SpanPlace = { span: string; newer: number };
/** Numbers of matching rows, from 0, newest first; the end is exclusive. */
export type NumberRange = { from: number; to: number };

/** Greater than the hexadecimal digits of ids. */
export const AFTER_DIGITS = "g";

/** The counters of a list with its filter. */
export type SpanCounters = {
  /** The numbers of leading characters by which ids are counted, ascending. */
  levels: readonly number[];
  /** Selects (span, amount) of a level and a condition for the column `span`. */
  sums: (level: number, isInside: Sql) => Sql;
  /** Selects (span, amount) of what is not added up yet, with spans of at least the last level. */
  recent: Sql;
};

/**
 * The smallest spans of the matching rows with these numbers, newest first, found by way of larger spans. In one statement, so
 * that sums and differences are of one moment.
 */
export function findSpans(
  database: Queryable,
  counters: SpanCounters,
  { from, to }: NumberRange,
): Promise<SpanPlace[]> {
  const { levels, recent } = counters;
  const places = levels.map((level, at) => {
    const outer = raw(at === 0 ? "(select '' as span, 0 as newer) o" : `place${levels[at - 1]} o`);
    const isInside = sql`span >= o.span and span < o.span || ${AFTER_DIGITS}`;
    return sql`place${raw(String(level))} as (
      select i.span, o.newer + i.newer as newer from ${outer} cross join lateral (
        select span, sum(amount) as amount, sum(sum(amount)) over (order by span desc) - sum(amount) as newer
        from ${counted(counters, level, isInside)} group by span
      ) i where i.amount > 0 and o.newer + i.newer < ${to}::bigint and o.newer + i.newer + i.amount > ${from}::bigint)`;
  });
  return database.queryPlanned<SpanPlace>(sql`
    with recent as materialized (${recent}), ${join(places, ", ")}
    select span, newer::float8 as newer from place${raw(String(levels.at(-1)))} order by newer`);
}

/** How many matching rows are in newer spans than an id, and in its own smallest span. */
export async function countAround(
  database: Queryable,
  counters: SpanCounters,
  id: string,
): Promise<{ newer: number; own: number }> {
  const { levels, recent } = counters;
  const newer = levels.map((level, at) => {
    const isInside = sql`span > ${id.slice(0, level)} and span < ${id.slice(0, levels[at - 1] ?? 0)} || ${AFTER_DIGITS}`;
    return sql`select amount, true as "isNewer" from ${counted(counters, level, isInside)}`;
  });
  const level = levels.at(-1) ?? 0;
  const own = counted(counters, level, sql`span = ${id.slice(0, level)}`);
  const [row] = await database.queryPlanned<{ newer: number; own: number }>(sql`
    with recent as materialized (${recent})
    select coalesce(sum(amount) filter (where "isNewer"), 0)::float8 as newer,
      coalesce(sum(amount) filter (where not "isNewer"), 0)::float8 as own
    from (${join([...newer, sql`select amount, false from ${own}`], " union all ")}) around`);
  return row ?? { newer: 0, own: 0 };
}

/** Rows (span, amount): sums and recent differences of one level. */
function counted({ sums }: SpanCounters, level: number, isInside: Sql): Sql {
  return sql`(
    ${sums(level, isInside)}
    union all
    select span, amount from (select left(span, ${level}) as span, amount from recent) r where ${isInside}) counted`;
}
