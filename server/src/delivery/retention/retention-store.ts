import type { Channel } from "@tidings/contract";
import sql, { raw } from "sql-template-tag";
import type { Queryable, Transactional } from "../../database/database.ts";
import { keptSince } from "../../environments/retention-store.ts";
import type { Retention, RetentionKind } from "../../foundation/keeping-settings.ts";
import { erasedColumns } from "../../personal-data/personal-data.ts";
import { isExpanding } from "../../triggers/trigger-store.ts";
import { deleteDigests, isUnfinished } from "./unfinished-store.ts";

/** An environment and the moment before which a kind is no longer kept, in its own time. */
export type Limit = { environmentId: string; before: Date };

/** Only environments that limit the kind. A worker purges all environments. */
export async function findLimits(
  database: Queryable,
  kind: RetentionKind,
  settings: Retention,
): Promise<Limit[]> {
  return database.query<Limit>(sql`
    select * from (select e.id as "environmentId", ${keptSince(kind, settings)} as before from environments e) limits
    where before is not null order by "environmentId"`);
}

/** Rows in the order of their ids, which is about the order of creation: read over the index, never by a scan. */
export type Portion = { after: string; limit: number };
/** The result of a portion. `isThrough`: it held nothing expired, or it was the last one. */
export type Looked = { lastId: string; isThrough: boolean; deleted: number };

type LookedRow = { lastId: string | null; count: number; isOld: boolean | null; deleted: number };

function toLooked(row: LookedRow | undefined, { after, limit }: Portion): Looked {
  const { lastId = null, count = 0, isOld = false, deleted = 0 } = row ?? {};
  return { lastId: lastId ?? after, isThrough: count < limit || !isOld, deleted };
}

/** Deletes messages of a channel, except those of notifications that have not ended. */
export async function deleteMessages(
  database: Queryable,
  { environmentId, before }: Limit,
  portion: Portion,
  channel: Channel,
): Promise<Looked> {
  const rows = await database.query<LookedRow>(sql`
    with looked as materialized (
      select id, notification_id, created_at < ${before} as is_old from messages
      where environment_id = ${environmentId} and channel = ${channel} and id > ${portion.after}
      order by id limit ${portion.limit}
    ), gone as (
      delete from messages m using looked l
      where m.environment_id = ${environmentId} and m.id = l.id and l.is_old
        and not ${isUnfinished(environmentId, sql`l.notification_id`)}
      returning 1
    )
    select max(id) as "lastId", count(*)::integer as count, bool_or(is_old) as "isOld",
      (select count(*) from gone)::integer as deleted
    from looked`);
  return toLooked(rows[0], portion);
}

/**
 * Deletes triggers without notifications. Their transactionIds are free again then, so a trigger is kept for at least
 * `MIN_TRIGGER_DAYS`, whatever the setting.
 */
export async function deleteTriggers(
  database: Queryable,
  { environmentId, before }: Limit,
  portion: Portion,
): Promise<Looked> {
  const rows = await database.query<LookedRow>(sql`
    with kept as (
      select least(${before}::timestamptz,
        coalesce(clock_at, now()) - make_interval(hours => 24 * ${MIN_TRIGGER_DAYS}::integer)) as since
      from environments where id = ${environmentId}
    ), looked as materialized (
      select id, created_at < kept.since as is_old from triggers, kept
      where environment_id = ${environmentId} and id > ${portion.after} order by id limit ${portion.limit}
    ), gone as (
      delete from triggers t using looked l
      where t.environment_id = ${environmentId} and t.id = l.id and l.is_old
        and not ${isExpanding(environmentId, sql`l.id`)} and not exists (
        select from notifications n where n.environment_id = ${environmentId} and n.trigger_id = l.id)
      returning 1
    )
    select max(id) as "lastId", count(*)::integer as count, bool_or(is_old) as "isOld",
      (select count(*) from gone)::integer as deleted
    from looked`);
  return toLooked(rows[0], portion);
}

/** How long a transactionId is remembered: a trigger that is repeated within this time happens once. */
export const MIN_TRIGGER_DAYS = 30;

type Old = { id: string; triggerId: string; isOld: boolean; isOver: boolean };

/**
 * Deletes notifications whose last step ended before the limit, with everything that belongs to them except triggers.
 */
export async function deleteNotifications(
  database: Transactional,
  limit: Limit,
  portion: Portion,
): Promise<Looked> {
  return database.transaction(async (tx) => {
    const looked = await lookAtNotifications(tx, limit, portion);
    const row = {
      lastId: looked.at(-1)?.id ?? null,
      count: looked.length,
      isOld: looked.some(({ isOld }) => isOld),
    };
    const over = looked.filter(({ isOver }) => isOver);
    const moving = await lockJobs(
      tx,
      limit.environmentId,
      over.map(({ id }) => id),
    );
    const gone = over.filter(({ id }) => !moving.has(id));
    if (gone.length > 0) await deleteWithAll(tx, limit, gone);
    return toLooked({ ...row, deleted: gone.length }, portion);
  });
}

/**
 * A notification that was merged into a digest stays until the digest has ended, because the digest shows its
 * payload; so does one whose digest was merged into another one.
 */
function lookAtNotifications(
  tx: Queryable,
  { environmentId, before }: Limit,
  { after, limit }: Portion,
): Promise<Old[]> {
  return tx.query<Old>(sql`
    select n.id, n.trigger_id as "triggerId", n.created_at < ${before} as "isOld",
      n.created_at < ${before} and not ${isUnfinished(environmentId, sql`n.id`)} and coalesce((
        select max(j.updated_at) < ${before} from jobs j
        where j.environment_id = ${environmentId} and j.notification_id = n.id), true)
        and not coalesce((
          with recursive taken(id) as (
            select n.digested_into where n.digested_into is not null
            union select d.digested_into from taken join notifications d
              on d.environment_id = ${environmentId} and d.id = taken.id and d.digested_into is not null
          )
          select bool_or(${isUnfinished(environmentId, sql`taken.id`)}) from taken), false) as "isOver"
    from notifications n where n.environment_id = ${environmentId} and n.id > ${after} order by n.id limit ${limit}`);
}

/** From here on nothing can resend these. @returns those that changed in between. */
async function lockJobs(
  tx: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string; isUnfinished: boolean }>(sql`
    select notification_id as id, due_at is not null as "isUnfinished" from jobs
    where environment_id = ${environmentId} and notification_id = any(${notificationIds})
    order by notification_id, position for update`);
  return new Set(rows.filter(({ isUnfinished }) => isUnfinished).map(({ id }) => id));
}

/** A trigger whose row outlives its notifications (`MIN_TRIGGER_DAYS`) keeps no recipients, payload or overrides. */
async function deleteWithAll(
  tx: Queryable,
  { environmentId, before }: Limit,
  gone: readonly Old[],
): Promise<void> {
  const ids = gone.map(({ id }) => id);
  await deleteDigests(tx, environmentId, ids);
  // Before their notifications, by which the counters find the workflow.
  await tx.query(sql`
    delete from messages where environment_id = ${environmentId} and notification_id = any(${ids})`);
  await tx.query(sql`
    with steps as (
      delete from jobs where environment_id = ${environmentId} and notification_id = any(${ids})
    ), details as (
      delete from execution_details where environment_id = ${environmentId} and notification_id = any(${ids})
    )
    delete from notifications where environment_id = ${environmentId} and id = any(${ids})`);
  await tx.query(sql`
    update triggers t set ${raw(erasedColumns("triggers"))}
    where t.environment_id = ${environmentId} and t.id = any(${[...new Set(gone.map((one) => one.triggerId))]})
      and not ${isExpanding(environmentId, sql`t.id`)} and not exists (
        select from notifications n where n.environment_id = ${environmentId} and n.trigger_id = t.id)
      and exists (
        select from environments e where e.id = ${environmentId}
          and ${before} > coalesce(e.clock_at, now()) - make_interval(hours => 24 * ${MIN_TRIGGER_DAYS}::integer))`);
}
