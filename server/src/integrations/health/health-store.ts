import sql from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { RetentionRule } from "../../database/purge.ts";

/** The calls of one integration in one minute. */
export type HealthMinute = {
  environmentId: string;
  integrationId: string;
  minute: Date;
  accepted: number;
  failed: number;
  latencies: number[];
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastError: string | null;
};

/** Adds the calls of one process to those of the others. Rows of integrations that no longer exist are left out. */
export async function addMinutes(database: Queryable, minutes: readonly HealthMinute[]): Promise<void> {
  await database.query(sql`
    insert into integration_minutes as m (environment_id, integration_id, minute, accepted, failed, latencies,
      last_success_at, last_failure_at, last_error)
    select x."environmentId", x."integrationId", x.minute, x.accepted, x.failed, x.latencies, x."lastSuccessAt",
      x."lastFailureAt", x."lastError"
    from json_to_recordset(${JSON.stringify(minutes)}) as x("environmentId" text, "integrationId" text,
      minute timestamptz, accepted integer, failed integer, latencies integer[], "lastSuccessAt" timestamptz,
      "lastFailureAt" timestamptz, "lastError" text)
    join integrations i on i.environment_id = x."environmentId" and i.id = x."integrationId" and i.deleted_at is null
    order by x."environmentId", x."integrationId", x.minute
    on conflict (environment_id, integration_id, minute) do update set
      accepted = m.accepted + excluded.accepted, failed = m.failed + excluded.failed,
      latencies = array(select before + added
        from unnest(m.latencies, excluded.latencies) with ordinality as u(before, added, place) order by place),
      last_success_at = greatest(m.last_success_at, excluded.last_success_at),
      last_error = case when excluded.last_failure_at >= coalesce(m.last_failure_at, '-infinity')
        then excluded.last_error else m.last_error end,
      last_failure_at = greatest(m.last_failure_at, excluded.last_failure_at)`);
}

export type HealthRow = Pick<HealthMinute, "integrationId" | "accepted" | "failed" | "latencies"> &
  Pick<HealthMinute, "lastSuccessAt" | "lastFailureAt" | "lastError"> & { waiting: number };

/** More waiting messages are not counted. */
export const MAX_WAITING = 1_000;

/** Of each integration of the environment: the calls of the last hour, the last results of a day, and what waits now. */
export async function readHealth(database: Queryable, environmentId: string): Promise<HealthRow[]> {
  return database.query<HealthRow>(sql`
    select i.id as "integrationId", hour.accepted, hour.failed, hour.latencies,
      success.last_success_at as "lastSuccessAt", failure.last_failure_at as "lastFailureAt",
      failure.last_error as "lastError", waiting.count as waiting
    from integrations i
    cross join lateral (
      select coalesce(sum(m.accepted), 0)::integer as accepted, coalesce(sum(m.failed), 0)::integer as failed,
        array(select sum(c.count)::integer from integration_minutes m2,
            unnest(m2.latencies) with ordinality as c(count, place)
          where m2.environment_id = i.environment_id and m2.integration_id = i.id
            and m2.minute > now() - interval '1 hour'
          group by c.place order by c.place) as latencies
      from integration_minutes m
      where m.environment_id = i.environment_id and m.integration_id = i.id and m.minute > now() - interval '1 hour'
    ) hour
    left join lateral (
      select m.last_success_at from integration_minutes m
      where m.environment_id = i.environment_id and m.integration_id = i.id and m.last_success_at is not null
      order by m.minute desc limit 1
    ) success on true
    left join lateral (
      select m.last_failure_at, m.last_error from integration_minutes m
      where m.environment_id = i.environment_id and m.integration_id = i.id and m.last_failure_at is not null
      order by m.minute desc limit 1
    ) failure on true
    cross join lateral (
      select count(*)::integer as count from (
        select from messages m where m.environment_id = i.environment_id and m.integration_id = i.id
          and m.next_attempt_at is not null limit ${MAX_WAITING}) one
    ) waiting
    where i.environment_id = ${environmentId} and i.deleted_at is null`);
}

export const OLD_HEALTH: RetentionRule = {
  name: "minutes of integrations' health",
  purge: async (database, limit) => {
    const gone = await database.query(sql`
      delete from integration_minutes where (environment_id, integration_id, minute) in (
        select environment_id, integration_id, minute from integration_minutes
        where minute < now() - interval '25 hours' limit ${limit} for update skip locked)
      returning minute`);
    return gone.length;
  },
};
