import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { timeOf } from "../../environments/environment-store.ts";
import type { SubscriberId, SubscriberKey } from "../../foundation/ids.ts";
import { erasedColumns, tablesWith } from "../../personal-data/personal-data.ts";
import { deleteDigests, isUnfinished } from "../retention/unfinished-store.ts";

/** After which id, and how many. */
export type ErasureBatch = { after: string; limit: number };
type Owner = { environmentId: string; id: SubscriberId };

/** `isUnfinished`: a step of it waits or is with a worker. */
export type OwnNotification = { id: string; triggerId: string; isUnfinished: boolean };

/** Notifications of a deleted subscriber. */
export async function nextNotifications(
  tx: Queryable,
  { environmentId, id }: Owner,
  { after, limit }: ErasureBatch,
): Promise<OwnNotification[]> {
  return tx.query<OwnNotification>(sql`
    select n.id, n.trigger_id as "triggerId", ${isUnfinished(environmentId, sql`n.id`)} as "isUnfinished"
    from notifications n
    where n.environment_id = ${environmentId} and n.subscriber_id = ${id} and n.id > ${after}
    order by n.id limit ${limit}`);
}

/** Makes everything due that waits for a delay, a digest or the next attempt, so that a worker ends it. */
export async function hastenJobs(
  tx: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<void> {
  await tx.query(sql`
    with waiting as (
      select notification_id, position from jobs
      where environment_id = ${environmentId} and notification_id = any(${notificationIds}) and unfinished_claims = 0
        and due_at > ${timeOf(environmentId)}
      order by notification_id, position for update skip locked
    )
    update jobs j set due_at = ${timeOf(environmentId)} from waiting w
    where j.environment_id = ${environmentId} and j.notification_id = w.notification_id and j.position = w.position`);
}

/** Erases the data of notifications that have ended. */
export async function eraseOfNotifications(
  tx: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<void> {
  await deleteDigests(tx, environmentId, notificationIds);
  for (const table of ["jobs", "execution_details"] as const) {
    await tx.query(sql`
      update ${raw(table)} set ${raw(erasedColumns(table))}
      where environment_id = ${environmentId} and notification_id = any(${notificationIds})`);
  }
}

/** The ids that name a message's mails in the local outbox. */
export type OwnMessage = {
  id: string;
  channel: string;
  providerId: string | null;
  integrationId: string | null;
  failedOverFrom: string | null;
  resends: number;
};

export async function nextMessages(
  tx: Queryable,
  { environmentId, id }: Owner,
  { after, limit }: ErasureBatch,
): Promise<OwnMessage[]> {
  return tx.query<OwnMessage>(sql`
    select id, channel, provider_id as "providerId", integration_id as "integrationId",
      failed_over_from as "failedOverFrom", resends
    from messages where environment_id = ${environmentId} and subscriber_id = ${id} and id > ${after}
    order by id limit ${limit}`);
}

export async function eraseMessages(
  tx: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.query(sql`
    update messages set ${raw(erasedColumns("messages"))}
    where environment_id = ${environmentId} and id = any(${ids})`);
}

/** Canceled and given-up triggers, which may name recipients that have no notification. */
export async function nextUnexpanded(
  tx: Queryable,
  environmentId: string,
  { after, limit }: ErasureBatch,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from triggers
    where environment_id = ${environmentId} and (canceled_at is not null or failure is not null) and id > ${after}
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Those of these triggers that name the subscriber and were accepted before its deletion. */
export async function findNaming(
  tx: Queryable,
  {
    environmentId,
    subscriberKey,
    lastTriggerId,
  }: Owner & { subscriberKey: SubscriberKey; lastTriggerId: string },
  triggerIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select t.id from triggers t
    where t.environment_id = ${environmentId} and t.id = any(${triggerIds}) and t.id <= ${lastTriggerId}
      and exists (select from json_array_elements(t.recipients) r where r ->> 'subscriberId' = ${subscriberKey})`);
  return rows.map(({ id }) => id);
}

/** Triggers that the subscriber caused. */
export async function nextOfActor(
  tx: Queryable,
  {
    environmentId,
    subscriberKey,
    lastTriggerId,
  }: Owner & { subscriberKey: SubscriberKey; lastTriggerId: string },
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from triggers
    where environment_id = ${environmentId} and actor = ${subscriberKey} and id <= ${lastTriggerId} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Erases at most `limit` rows of each other table that is found by the subscriber; true when there was one. */
export async function eraseOthers(
  tx: Queryable,
  { environmentId, id }: Owner,
  limit: number,
): Promise<boolean> {
  const changed = await tx.query(sql`
    update dead_letters set ${raw(erasedColumns("dead_letters"))} where environment_id = ${environmentId} and id in (
      select id from dead_letters
      where environment_id = ${environmentId} and subscriber_id = ${id} and error_text is not null limit ${limit})
    returning 1`);
  let count = changed.length;
  for (const table of tablesWith("deleted by subscriber")) {
    const gone = await tx.query(sql`
      delete from ${raw(table)} where environment_id = ${environmentId} and ctid in (
        select ctid from ${raw(table)} where environment_id = ${environmentId} and subscriber_id = ${id} limit ${limit})
      returning 1`);
    count += gone.length;
  }
  return count > 0;
}
