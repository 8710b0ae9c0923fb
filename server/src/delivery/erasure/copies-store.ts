import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { jsonPieces } from "../../database/json-pieces.ts";
import type { SubscriberId } from "../../foundation/ids.ts";
import type { CopiedColumn, PersonalTable } from "../../personal-data/personal-data.ts";
import type { CopiesTask } from "./copies-task-store.ts";
import { REDACTED } from "./redact.ts";

/** The notifications of a trigger's next recipients, and the notifications whose digests contain their events. */
type Holders = { notificationIds: string[]; lastSubscriberId: SubscriberId | undefined };

/**
 * The next `limit` recipients of the trigger, read over the unique index of notifications. The events of a digest are in the records
 * of the notification that opened it, which may have another trigger.
 */
export async function nextHolders(
  tx: Queryable,
  environmentId: string,
  { triggerId, lastSubscriberId }: CopiesTask,
  limit: number,
): Promise<Holders> {
  const rows = await tx.query<{ id: string; subscriberId: SubscriberId }>(sql`
    select n.id, n.subscriber_id as "subscriberId" from notifications n
    where n.environment_id = ${environmentId} and n.trigger_id = ${triggerId} and n.subscriber_id > ${lastSubscriberId}
    order by n.subscriber_id limit ${limit}`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { notificationIds: [], lastSubscriberId: undefined };
  const all = await tx.query<{ id: string }>(sql`
    with recursive holding(id) as (
      select given.id collate "C" from unnest(${ids}::text[]) as given(id)
      union
      select n.digested_into from holding join notifications n
        on n.environment_id = ${environmentId} and n.id = holding.id and n.digested_into is not null
    )
    select id from holding`);
  return { notificationIds: all.map(({ id }) => id), lastSubscriberId: rows.at(-1)?.subscriberId };
}

/** Whether a worker has one of these runs: it may have read the payload before its addresses were redacted. */
export async function areHeld(
  tx: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from jobs where environment_id = ${environmentId} and notification_id = any(${notificationIds})
      and due_at is not null and unfinished_claims > 0 limit 1`);
  return rows.length > 0;
}

/** A column with copies, in the rows of these notifications that match one of these patterns. */
export type Copies = {
  environmentId: string;
  copied: CopiedColumn;
  notificationIds: readonly string[];
  patterns: readonly string[];
};
/** A row, by its place in the table, which cannot change while the row is locked. */
type CopyRow = { place: string; bytes: number };

/** Locks the rows whose column holds an address. */
export async function lockCopies(
  tx: Queryable,
  { environmentId, copied: { table, column }, notificationIds, patterns }: Copies,
): Promise<CopyRow[]> {
  const value = sql`t.${raw(column)}::text`;
  return tx.query<CopyRow>(sql`
    select t.ctid::text as place, octet_length(${value}) as bytes from ${raw(table)} t
    where t.environment_id = ${environmentId} and ${rowsOf(table, environmentId, notificationIds)}
      and ${value} ilike any(${patterns})
    for update of t`);
}

/** Dead letters have no index by notification; by subscriber they have one. */
function rowsOf(table: PersonalTable, environmentId: string, notificationIds: readonly string[]): Sql {
  const byNotification = sql`t.notification_id = any(${notificationIds})`;
  if (table !== "dead_letters") return byNotification;
  return sql`${byNotification} and t.subscriber_id in (
    select n.subscriber_id from notifications n
    where n.environment_id = ${environmentId} and n.id = any(${notificationIds}))`;
}

export async function readCopies(
  tx: Queryable,
  { environmentId, copied: { table, column } }: Copies,
  rows: readonly CopyRow[],
): Promise<{ place: string; text: string }[]> {
  return tx.query(sql`
    select t.ctid::text as place, t.${raw(column)}::text as text from ${raw(table)} t
    where t.environment_id = ${environmentId} and t.ctid = any(${rows.map(({ place }) => place)}::tid[])`);
}

export async function saveCopies(
  tx: Queryable,
  { environmentId, copied: { table, column, form } }: Copies,
  texts: readonly { place: string; text: string }[],
): Promise<void> {
  const value = form === "json" ? raw("x.text::json") : raw("x.text");
  for (const piece of jsonPieces(texts)) {
    await tx.query(sql`
      update ${raw(table)} t set ${raw(column)} = ${value}
      from json_to_recordset(${piece}) as x(place text, text text)
      where t.environment_id = ${environmentId} and t.ctid = x.place::tid`);
  }
}

/**
 * Erases keys with an address. A digest gets another key, which no other window has: further events of the key open a new window. The
 * memory of a throttle or of a digest that looks back is deleted: its next event is the first.
 */
export async function eraseKeys(
  tx: Queryable,
  { environmentId, copied: { table, column }, notificationIds, patterns }: Copies,
): Promise<void> {
  if (table === "digest_windows") {
    await tx.query(sql`
      update digest_windows w set digest_key = ${REDACTED}::text || ' ' || w.job_id from jobs j
      where j.environment_id = ${environmentId} and j.notification_id = any(${notificationIds}) and j.type = 'digest'
        and w.environment_id = ${environmentId} and w.job_id = j.id and w.digest_key ilike any(${patterns})`);
    return;
  }
  await tx.query(sql`
    delete from ${raw(table)} t using notifications n
    where n.environment_id = ${environmentId} and n.id = any(${notificationIds})
      and t.environment_id = ${environmentId} and t.subscriber_id = n.subscriber_id and t.workflow_id = n.workflow_id
      and t.${raw(column)} ilike any(${patterns})`);
}
