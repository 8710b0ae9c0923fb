import sql, { join, raw, type Sql } from "sql-template-tag";
import type { RetentionRule } from "../database/purge.ts";

/** A list whose rows are counted by triggers of the database (migrations 0036 and 0040). */
type CountedList = "messages" | "dead_letters";

const LEVELS_BEFORE_LAST = [5, 7];
/**
 * The leading characters of ids by which listed messages and notifications are counted: all by ids of 3 days, 17 minutes and 4 seconds,
 * those of a workflow or of contexts by 65 seconds instead of 4.
 */
export const SPAN_LEVELS = { all: [...LEVELS_BEFORE_LAST, 9], scoped: [...LEVELS_BEFORE_LAST, 8] } as const;

/** The scope of the spans of all messages or notifications, of a workflow's, or of messages with contexts, by their hash. */
export const ALL_ROWS = "";
export const scopeOfWorkflow = (workflowId: string): string => `w${workflowId}`;
export const scopeOfContexts = (contexts: Sql): Sql => sql`'c' || ${contexts}`;

/** The leading characters of a minute (`YYYYMMDDHH24MI`) by which dead letters are counted: all, days, hours, minutes. */
const MINUTE_LEVELS = [0, 8, 10, 12];

const KEY = {
  message_counts: "environment_id, contexts, channel, status, integration_id, workflow_id",
  message_spans: "environment_id, scope, level, span, channel, status, integration_id",
  dead_letter_counts: "environment_id, level, span, channel, status, integration_id, workflow_id, reason",
  notification_spans: "environment_id, scope, level, span, state",
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

const levels = (of: readonly number[]): Sql => raw(`unnest(array[${of.join(", ")}]::smallint[])`);

/** A message with contexts is counted for all messages, and for its contexts. */
const OF_MESSAGES = sql`(
  select t.environment_id, c.contexts, t.channel, t.status, t.integration_id, t.workflow_id, t.amount
  from taken t cross join lateral (select '' as contexts union select t.contexts) c
  where t.list = 'messages') of_messages`;

const OF_SPANS = sql`(
  select t.environment_id, s.scope, s.level, left(t.span, s.level) as span, t.channel, t.status, t.integration_id, t.amount
  from taken t cross join lateral (
    select ${ALL_ROWS}::text as scope, ${levels(SPAN_LEVELS.all)} as level
    union all
    select 'w' || t.workflow_id, ${levels(SPAN_LEVELS.scoped)}
    union all
    select ${scopeOfContexts(sql`t.contexts`)}, ${levels(SPAN_LEVELS.scoped)} where t.contexts <> ''
  ) s where t.list = 'messages') spans`;

const OF_DEAD_LETTERS = sql`(
  select t.environment_id, l.level, left(t.span, l.level) as span, t.channel, t.status, t.integration_id, t.workflow_id,
    t.reason, t.amount
  from taken t cross join ${levels(MINUTE_LEVELS)} as l(level) where t.list = 'dead_letters') letters`;

const APPENDED: RetentionRule = {
  name: "appended differences",
  batch: 20_000,
  purge: async (database, limit) => {
    const [row] = await database.query<{ taken: number }>(sql`
      with taken as (
        delete from count_appends where ctid = any(array(
          select ctid from count_appends limit ${limit} for update skip locked))
        returning environment_id, list, span, channel, status, integration_id, workflow_id, contexts, reason, amount
      ), of_messages as (${addTo("message_counts", OF_MESSAGES)}),
      of_spans as (${addTo("message_spans", OF_SPANS)}),
      of_dead_letters as (${addTo("dead_letter_counts", OF_DEAD_LETTERS)})
      select count(*)::integer as taken from taken`);
    return row?.taken ?? 0;
  },
};

const OF_NOTIFICATIONS = sql`(
  select t.environment_id, s.scope, s.level, left(t.span, s.level) as span, t.state, t.amount
  from taken t cross join lateral (
    select ${ALL_ROWS}::text as scope, ${levels(SPAN_LEVELS.all)} as level
    union all
    select 'w' || t.workflow_id, ${levels(SPAN_LEVELS.scoped)}
  ) s) spans`;

const APPENDED_OF_NOTIFICATIONS: RetentionRule = {
  name: "appended differences of notifications",
  batch: 20_000,
  purge: async (database, limit) => {
    const [row] = await database.query<{ taken: number }>(sql`
      with taken as (
        delete from notification_appends where ctid = any(array(
          select ctid from notification_appends limit ${limit} for update skip locked))
        returning environment_id, span, workflow_id, state, amount
      ), of_notifications as (${addTo("notification_spans", OF_NOTIFICATIONS)})
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
  APPENDED_OF_NOTIFICATIONS,
  ...(Object.keys(KEY) as SumTable[]).map(emptyIn),
];

type Counted = {
  table: SumTable;
  list: CountedList;
  /** The columns to read, besides `amount`. */
  columns: string;
  where: readonly Sql[];
  /** Which sums of the table, which has each message or dead letter in several. */
  sums: Sql;
  /** Which differences, besides `where`. Default: all. */
  appended?: Sql;
};

/** Sums and differences of one environment that match the conditions, as rows of the alias `c`. */
export function countsOf(environmentId: string, counted: Counted): Sql {
  const { table, list, columns, where, sums, appended = sql`true` } = counted;
  const conditions = join([sql`true`, ...where], " and ");
  return sql`(
    select ${raw(columns)}, amount from ${raw(table)} where environment_id = ${environmentId} and ${sums} and ${conditions}
    union all
    select ${raw(columns)}, amount from count_appends
    where environment_id = ${environmentId} and list = ${list} and ${appended} and ${conditions}
  ) c`;
}
