import { SYSTEM_COUNT_MAX } from "@tidings/contract";
import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { Retention } from "../../foundation/keeping-settings.ts";
import type { QueueTable } from "../queue/claim-store.ts";

export async function readDatabaseSize(database: Queryable): Promise<{ version: string; bytes: number }> {
  const [found] = await database.query<{ version: string; bytes: number }>(sql`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database())::float8 as bytes`);
  if (!found) throw new Error("PostgreSQL returned no size of the database");
  return found;
}

/** The work of an environment. Counts stop at `SYSTEM_COUNT_MAX` + 1. */
export type EnvironmentWork = {
  ready: number;
  /** null if nothing is due. */
  oldestAgeSeconds: number | null;
  waiting: number;
  nextDueAt: Date | null;
  deadLetters: number;
  openBreakers: number;
  /** The environment's own retention; null if it has none. */
  retention: Retention | null;
};

const MAX = raw(String(SYSTEM_COUNT_MAX + 1));

/** A row that a worker holds has a claim without an outcome, and its due time is the end of the lease. */
export async function readEnvironmentWork(
  database: Queryable,
  environmentId: string,
): Promise<EnvironmentWork> {
  const due = (table: QueueTable) => sql`
    select due_at from ${raw(table)} where environment_id = ${environmentId} and due_at <= environment.now`;
  const later = sql`jobs where environment_id = ${environmentId} and due_at > environment.now
    and unfinished_claims = 0`;
  const first = (rows: Sql) => sql`(${rows} order by due_at limit 1)`;
  const [work] = await database.query<EnvironmentWork>(sql`
    select e.retention,
      (select count(*) from ((${due("fanouts")} limit ${MAX}) union all (${due("jobs")} limit ${MAX})) ready)::integer
        as ready,
      extract(epoch from environment.now - least(${first(due("fanouts"))}, ${first(due("jobs"))}))::float8
        as "oldestAgeSeconds",
      (select count(*) from (select from ${later} limit ${MAX}) later)::integer as waiting,
      (select due_at from ${later} order by due_at limit 1) as "nextDueAt",
      (select count(*) from (
        select from dead_letters where environment_id = ${environmentId} and replayed_at is null and discarded_at is null
        limit ${MAX}
      ) dead)::integer as "deadLetters",
      (select count(*) from integrations
        where environment_id = ${environmentId} and breaker_trips > 0 and deleted_at is null)::integer as "openBreakers"
    from environments e cross join lateral (select coalesce(e.clock_at, now()) as now) environment
    where e.id = ${environmentId}`);
  if (!work) throw new Error(`there is no environment ${environmentId}`);
  return work;
}
