import sql, { join, raw, type Sql } from "sql-template-tag";
import type { RetentionRule } from "../database/purge.ts";

/** A list whose rows are counted by triggers of the database (migration 0036). */
type CountedList = "messages" | "dead_letters";

/** The leading characters of ids by which listed messages are counted: ids of 3 days, 17 minutes and 4 seconds. */
export const SPAN_LEVELS = [5, 7, 9] as const;

const KEY = {
  message_counts: "environment_id, channel, status, integration_id, workflow_id",
  message_spans: "environment_id, level, span, channel, status",
  dead_letter_counts: "environment_id, channel, status, integration_id, workflow_id, reason",
} as const;
type SumTable = keyof typeof KEY;

/** Adds the differences of a query up in a table of sums, in the order of its key, so that two workers do not deadlock. */
function addTo(table: SumTable, taken: Sql): Sql {
  const key = raw(KEY[table]);
  return sql`
    insert into ${raw(table)} as s (${key}, amount)
    select ${key}, sum(amount) from ${taken} group by ${key} having sum(amount) <> 0 order by ${key}
    on conflict (${key}) do update set amount = s.amount + excluded.amount`;
}

const LEVELS = raw(SPAN_LEVELS.join(", "));
const OF_SPANS = sql`(
  select t.environment_id, l.level, left(t.span, l.level) as span, t.channel, t.status, t.amount
  from taken t cross join unnest(array[${LEVELS}]::smallint[]) as l(level) where t.list = 'messages') spans`;
const of = (list: CountedList): Sql => sql`(select * from taken where list = ${raw(`'${list}'`)}) of_list`;

const APPENDED: RetentionRule = {
  name: "appended differences",
  batch: 20_000,
  purge: async (database, limit) => {
    const [row] = await database.query<{ taken: number }>(sql`
      with taken as (
        delete from count_appends where ctid = any(array(
          select ctid from count_appends limit ${limit} for update skip locked))
        returning environment_id, list, span, channel, status, integration_id, workflow_id, reason, amount
      ), of_messages as (${addTo("message_counts", of("messages"))}),
      of_spans as (${addTo("message_spans", OF_SPANS)}),
      of_dead_letters as (${addTo("dead_letter_counts", of("dead_letters"))})
      select count(*)::integer as taken from taken`);
    return row?.taken ?? 0;
  },
};

/** Sums of nothing, which deletions leave. */
const emptyIn = (table: SumTable): RetentionRule => ({
  name: `empty sums in ${table}`,
  purge: async (database, limit) => {
    const gone = await database.query(sql`
      delete from ${raw(table)} where amount = 0 and ctid = any(array(
        select ctid from ${raw(table)} where amount = 0 limit ${limit} for update skip locked))
      returning 1`);
    return gone.length;
  },
});

/**
 * Adds what triggers appended up. Any number of workers may do it at once: each takes other rows. Together, sums and
 * appended differences always equal the rows: a difference is in one of them only.
 */
export const COUNTERS: readonly RetentionRule[] = [
  APPENDED,
  ...(Object.keys(KEY) as SumTable[]).map(emptyIn),
];

type Counted = {
  table: SumTable;
  list: CountedList;
  /** The columns to read, besides `amount`. */
  columns: string;
  where: readonly Sql[];
};

/** Sums and differences of one environment that match the conditions, as rows of the alias `c`. */
export function countsOf(environmentId: string, { table, list, columns, where }: Counted): Sql {
  const conditions = join([sql`true`, ...where], " and ");
  return sql`(
    select ${raw(columns)}, amount from ${raw(table)} where environment_id = ${environmentId} and ${conditions}
    union all
    select ${raw(columns)}, amount from count_appends
    where environment_id = ${environmentId} and list = ${list} and ${conditions}
  ) c`;
}
