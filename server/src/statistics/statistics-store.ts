import {
  CHANNELS,
  type STATISTICS_GROUPS,
  STATISTICS_GROUPS_MAX,
  STATISTICS_RANGE_DAYS,
} from "@tidings/contract";
import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { RetentionRule } from "../database/purge.ts";
import type { StepCount, StepSums } from "./step-count.ts";

const KEY = "workflow_id, kind, integration_id, outcome, reason";
const COLUMNS = raw(`environment_id, hour, ${KEY}`);
const OF_DAY = raw(`environment_id, day, ${KEY}`);

/** Appends what a batch counted, in the hour (UTC) of the environment's time. */
export function countAppend(environmentId: string, counts: readonly StepCount[], now: Date): Sql {
  return sql`
    insert into statistics_appends (${COLUMNS}, amount)
    select ${environmentId}, date_trunc('hour', ${now}::timestamptz, 'UTC'), x."workflowId", x.kind,
      x."integrationId", x.outcome, x.reason, x.amount
    from json_to_recordset(${JSON.stringify(counts)}) as x(
      "workflowId" text, kind text, "integrationId" text, outcome text, reason text, amount integer)`;
}

/**
 * Adds appended counts up by hour. Any number of workers may do it at once: each takes other rows, and all lock the sums
 * in the same order.
 */
export const APPENDED_COUNTS: RetentionRule = {
  name: "appended counts",
  batch: 20_000,
  purge: async (database, limit) => {
    const [row] = await database.query<{ taken: number }>(sql`
      with taken as (
        delete from statistics_appends where ctid = any(array(
          select ctid from statistics_appends limit ${limit} for update skip locked))
        returning *
      ), hours as (
        insert into statistics_hours as h (${COLUMNS}, amount)
        select ${COLUMNS}, sum(amount) from taken group by ${COLUMNS} order by ${COLUMNS}
        on conflict (${COLUMNS}) do update set amount = h.amount + excluded.amount
      ), days as (
        insert into statistics_days as d (${OF_DAY}, amount)
        select environment_id, date_trunc('day', hour, 'UTC') as day, ${raw(KEY)}, sum(amount) from taken
        group by ${OF_DAY} order by ${OF_DAY}
        on conflict (${OF_DAY}) do update set amount = d.amount + excluded.amount
      )
      select count(*)::integer as taken from taken`);
    return row?.taken ?? 0;
  },
};

/** By the environment's time. The day and the hour in which a range begins are complete. */
const old = (
  name: string,
  { table, at, days }: { table: string; at: string; days: number },
): RetentionRule => ({
  name,
  purge: async (database, limit) => {
    const gone = await database.query(sql`
      delete from ${raw(table)} where ctid = any(array(
        select s.ctid from environments e join ${raw(table)} s on s.environment_id = e.id
          and s.${raw(at)} < coalesce(e.clock_at, now()) - make_interval(hours => ${24 * (days + 1)})
        limit ${limit} for update of s skip locked))
      returning 1`);
    return gone.length;
  },
});

export const OLD_STATISTICS = [
  old("counts by hour", { table: "statistics_hours", at: "hour", days: STATISTICS_RANGE_DAYS.hour }),
  old("counts by day", { table: "statistics_days", at: "day", days: STATISTICS_RANGE_DAYS.day }),
];

export type Range = { from: Date; to: Date; per: "hour" | "day" };
export type PeriodRow = StepSums & { startsAt: Date; notifications: number };
export type GroupRow = StepSums & { key: string; name: string | null; notifications: number };

const sumOf = (condition: Sql): Sql => sql`coalesce(sum(amount) filter (where ${condition}), 0)::float8`;
const OUTCOMES = sql`
  ${sumOf(sql`outcome = 'started'`)} as notifications, ${sumOf(sql`outcome = 'delivered'`)} as delivered,
  ${sumOf(sql`outcome = 'failed'`)} as failed, ${sumOf(sql`outcome = 'unreachable'`)} as unreachable,
  ${sumOf(sql`outcome = 'notSent'`)} as "notSent"`;

const SUMS = {
  hour: { table: raw("statistics_hours"), at: raw("hour") },
  day: { table: raw("statistics_days"), at: raw("day") },
} as const;

/** Counts that were added up, and those that were not yet. */
function countsIn(environmentId: string, { from, to, per }: Range): Sql {
  const { table, at } = SUMS[per];
  const within = (column: Sql) => sql`${column} >= ${from} and ${column} < ${to}`;
  return sql`(
    select ${at} as at, ${raw(KEY)}, amount from ${table}
    where environment_id = ${environmentId} and ${within(at)}
    union all
    select date_trunc(${per}, hour, 'UTC'), ${raw(KEY)}, amount from statistics_appends
    where environment_id = ${environmentId} and ${within(raw("hour"))}
  ) counts`;
}

/** Only periods in which something happened. */
export function readPeriods(database: Queryable, environmentId: string, range: Range): Promise<PeriodRow[]> {
  return database.query<PeriodRow>(sql`
    select at as "startsAt", ${OUTCOMES} from ${countsIn(environmentId, range)} group by 1 order by 1`);
}

type Group = {
  /** The column by which counts are grouped. */
  key: Sql;
  /** The counts that belong to a group. */
  where: Sql;
  /** For the row `largest` of a group: its key as callers know it, its name, and the tables of both. */
  shown: Sql;
  name: Sql;
  from: Sql;
};

const WITHOUT_NAME = { shown: raw("largest.key"), name: raw("null"), from: raw("") };

const GROUPS: Readonly<Record<(typeof STATISTICS_GROUPS)[number], Group>> = {
  workflow: {
    key: raw("workflow_id"),
    where: raw("true"),
    shown: raw("coalesce(w.identifier, largest.key)"),
    name: raw("v.definition ->> 'name'"),
    from: raw(`
      left join workflows w on w.environment_id = environment.id and w.id = largest.key and w.deleted_at is null
      left join workflow_versions v on v.environment_id = environment.id and v.workflow_id = w.id
        and v.version = w.version`),
  },
  channel: { key: raw("kind"), where: sql`kind = any(${[...CHANNELS]})`, ...WITHOUT_NAME },
  integration: {
    key: raw("integration_id"),
    where: raw("integration_id <> ''"),
    shown: raw("largest.key"),
    name: raw("i.name"),
    from: raw(`
      left join integrations i on i.environment_id = environment.id and i.id = largest.key and i.deleted_at is null`),
  },
  reason: { key: raw("reason"), where: raw("reason <> ''"), ...WITHOUT_NAME },
};

/** The groups with the most steps, the largest first. */
export function readGroups(
  database: Queryable,
  environmentId: string,
  by: keyof typeof GROUPS,
  range: Range,
): Promise<GroupRow[]> {
  const { key, where, shown, name, from } = GROUPS[by];
  return database.query<GroupRow>(sql`
    select ${shown} as key, ${name} as name, largest.notifications, largest.delivered, largest.failed,
      largest.unreachable, largest."notSent"
    from (select ${environmentId}::text as id) environment
    cross join (
      select ${key} as key, sum(amount) as total, ${OUTCOMES} from ${countsIn(environmentId, range)} where ${where}
      group by 1 order by 2 desc, 1 limit ${STATISTICS_GROUPS_MAX}
    ) largest ${from}
    order by largest.total desc, largest.key`);
}
