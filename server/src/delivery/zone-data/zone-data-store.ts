import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { GLOBAL } from "../../preferences/preference-store.ts";
import type { ZonedWait } from "./moved-wait.ts";

/** The version by which all waits of the store were computed; undefined if by ICU's rules, or by those of several versions. */
export async function readZoneVersion(database: Queryable): Promise<string | undefined> {
  const [row] = await database.query<{ version: string }>(sql`select version from zone_data`);
  return row?.version;
}

export async function saveZoneVersion(database: Queryable, version: string): Promise<void> {
  await database.query(sql`
    insert into zone_data (version) values (${version})
    on conflict (is_only) do update set version = excluded.version, updated_at = now()`);
}

/** Waits by the rules of several versions are in the store from now on: whichever version starts next moves them. */
export async function forgetZoneVersion(database: Queryable): Promise<void> {
  await database.query(sql`delete from zone_data`);
}

/** A place in the order of due times; `due` is the due time to the microsecond. */
export type WaitPlace = { dueAt: Date; due: string; notificationId: string; position: number };
export type StoredWait = ZonedWait & WaitPlace & { jobId: string };

/** Rows that one statement looks at: the settings of each are read. */
const ROWS_A_PAGE = 5_000;

/**
 * The waits of the next page whose moment depends on the rules of a zone, in the order of their due times, and the place to go on
 * from; no place at the end.
 */
export async function findZonedWaits(
  database: Queryable,
  environmentId: string,
  after: WaitPlace | undefined,
): Promise<{ waits: StoredWait[]; next: WaitPlace | undefined }> {
  const rows = await database.query<StoredWait & { isZoned: boolean; isLast: boolean }>(sql`
    with page as (
      select j.notification_id, j.position, j.id, j.type, j.due_at, j.digest, j.schedule_extensions_count, j.updated_at,
        row_number() over place = ${ROWS_A_PAGE} as is_full,
        (j.schedule_extensions_count > 0 or j.digest ->> 'type' = 'timed') is true and j.status = 'delayed'
          and j.unfinished_claims = 0 as is_zoned
      from jobs j
      where j.environment_id = ${environmentId} and j.due_at is not null ${beyond(after)}
      window place as (order by j.due_at, j.notification_id, j.position)
      order by j.due_at, j.notification_id, j.position limit ${ROWS_A_PAGE}
    )
    select p.notification_id as "notificationId", p.position, p.id as "jobId", p.type, p.due_at as "dueAt",
      p.due_at::text as due, coalesce(p.digest, '{}') as digest, p.updated_at as "updatedAt",
      p.schedule_extensions_count as "scheduleExtensionsCount", s.timezone,
      e.default_zone as "defaultZone", c.schedule, p.is_zoned as "isZoned",
      p.is_full as "isLast"
    from page p
    join environments e on e.id = ${environmentId}
    left join notifications n on n.environment_id = ${environmentId} and n.id = p.notification_id
    left join subscribers s on s.environment_id = ${environmentId} and s.id = n.subscriber_id
    left join subscriber_preferences c on c.environment_id = ${environmentId} and c.subscriber_id = n.subscriber_id
      and c.workflow_id = ${GLOBAL}
    where p.is_zoned or p.is_full
    order by p.due_at, p.notification_id, p.position`);
  return { waits: rows.filter(({ isZoned }) => isZoned), next: rows.find(({ isLast }) => isLast) };
}

function beyond(after: WaitPlace | undefined): Sql {
  if (!after) return sql``;
  return sql`and (j.due_at, j.notification_id, j.position)
    > (${after.due}::timestamptz, ${after.notificationId}::text, ${after.position}::smallint)`;
}

export type Move = Pick<StoredWait, "notificationId" | "position" | "jobId" | "due"> & {
  to: Date;
  digest: JsonObject;
};

/**
 * Moves waits and their open digest windows; one that was changed meanwhile, or that a worker holds, stays.
 * @returns the places of those that were moved.
 */
export async function moveWaits(
  tx: Queryable,
  environmentId: string,
  moves: readonly Move[],
): Promise<{ notificationId: string; position: number }[]> {
  return tx.query(sql`
    with wanted as (
      select j.notification_id, j.position, j.id, x.due, x."to", x.digest
      from json_to_recordset(${JSON.stringify(moves)}) as x(
        "notificationId" text, position smallint, due timestamptz, "to" timestamptz, digest json)
      join jobs j on j.environment_id = ${environmentId} and j.notification_id = x."notificationId"
        and j.position = x.position
      where j.status = 'delayed' and j.unfinished_claims = 0 and j.due_at = x.due
      order by j.notification_id, j.position for update of j
    ), windows as (
      update digest_windows w set closes_at = wanted."to" from wanted
      where w.environment_id = ${environmentId} and w.job_id = wanted.id and w.closed_at is null
        and w.closes_at = wanted.due
    )
    update jobs j set due_at = wanted."to", digest = wanted.digest
    from wanted
    where j.environment_id = ${environmentId} and j.notification_id = wanted.notification_id
      and j.position = wanted.position
    returning j.notification_id as "notificationId", j.position`);
}
