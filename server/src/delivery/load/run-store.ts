import type { MessageStatus } from "@tidings/contract";
import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { SubscriberKey } from "../../foundation/ids.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { StoredMessage } from "../../messages/message.ts";
import { STORED_COLUMNS } from "../../messages/message-store.ts";
import { type Sealed, toMessages } from "../../messages/sealed-address.ts";
import type { Job, Notification } from "../../notifications/notification.ts";
import { JOB_COLUMNS } from "../../notifications/record-store.ts";
import { triggerBytes } from "../../triggers/trigger-store.ts";

export type StoredRun = Notification & { contextKeys: string[]; subscriberKey: SubscriberKey | null };

/** Notifications with the keys of their contexts; payload and overrides are read once per trigger. */
export async function findRuns(
  database: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<StoredRun[]> {
  return database.query<StoredRun>(sql`
    select n.id, n.trigger_id as "triggerId", t.transaction_id as "transactionId", n.workflow_id as "workflowId",
      n.workflow_version as "workflowVersion", n.subscriber_id as "subscriberId", n.digested_into as "digestedInto",
      t.context_keys as "contextKeys", s.subscriber_id as "subscriberKey"
    from notifications n
    join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
    left join subscribers s on s.environment_id = n.environment_id and s.id = n.subscriber_id
    where n.environment_id = ${environmentId} and n.id = any(${notificationIds})`);
}

export type TriggerContent = { payload: JsonObject; overrides: JsonObject };

/** Payloads and overrides by trigger id. */
export async function findTriggerContents(
  database: Queryable,
  environmentId: string,
  triggerIds: readonly string[],
): Promise<Map<string, TriggerContent>> {
  const rows = await database.query<TriggerContent & { id: string }>(sql`
    select t.id, t.payload, t.overrides from triggers t
    where t.environment_id = ${environmentId} and t.id = any(${[...new Set(triggerIds)]})`);
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}

/** The bytes of a run in memory: of its trigger, which other runs share, and its own. */
export type RunSize = { notificationId: string; triggerId: string; triggerBytes: number; ownBytes: number };

/** A digest gives its templates at most this many bytes; further events are only counted. */
export const MAX_DIGEST_BYTES = 1_500_000;

/** Measured without reading the rows: subscriber, outputs of steps, open messages, digested events. */
export async function measureRuns(
  database: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<RunSize[]> {
  return database.query<RunSize>(sql`
    select n.id as "notificationId", n.trigger_id as "triggerId",
      coalesce(t.bytes, ${triggerBytes("t")})::integer as "triggerBytes",
      (coalesce(octet_length(s.data::text), 0) + coalesce(outputs.bytes, 0) + coalesce(open.bytes, 0)
        + coalesce(digests.bytes, 0))::integer as "ownBytes"
    from notifications n
    join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
    left join subscribers s on s.environment_id = n.environment_id and s.id = n.subscriber_id
    cross join lateral (
      select sum(octet_length(j.output::text)) as bytes, bool_or(j.status = 'running') as sending,
        bool_or(j.type = 'digest') as collecting
      from jobs j where j.environment_id = n.environment_id and j.notification_id = n.id
    ) outputs
    left join lateral (
      select sum(octet_length(m.content::text) + coalesce(octet_length(m.text_part), 0)) as bytes from messages m
      where outputs.sending and m.environment_id = n.environment_id and m.notification_id = n.id
    ) open on true
    left join lateral (
      select sum(least(w.bytes, ${MAX_DIGEST_BYTES})) as bytes from jobs j cross join lateral (
        select sum(coalesce(et.bytes, ${OLD_BYTES})) as bytes from digest_events e
        join notifications en on en.environment_id = e.environment_id and en.id = e.notification_id
        join triggers et on et.environment_id = en.environment_id and et.id = en.trigger_id
        where e.environment_id = n.environment_id and e.window_job_id = j.id
      ) w
      where outputs.collecting and j.environment_id = n.environment_id and j.notification_id = n.id
        and j.type = 'digest' and j.status <> 'pending'
    ) digests on true
    where n.environment_id = ${environmentId} and n.id = any(${notificationIds})`);
}

/** The size of an event whose trigger is older than the column of sizes. */
const OLD_BYTES = raw("1000");

/** `isQueued`: it has a due time. */
export type LoadedJob = Job & { notificationId: string; isQueued: boolean };

export async function findRunJobs(
  database: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<LoadedJob[]> {
  return database.query<LoadedJob>(sql`
    select j.notification_id as "notificationId", j.due_at is not null as "isQueued", ${JOB_COLUMNS} from jobs j
    where j.environment_id = ${environmentId} and j.notification_id = any(${notificationIds})
    order by j.notification_id, j.position`);
}

/** What became of a message: its status, its seen and read times, and the position of its job. */
export type StoredEngagement = {
  notificationId: string;
  position: number;
  status: MessageStatus | null;
  seenAt: Date | null;
  readAt: Date | null;
};

/**
 * What vendors reported about the messages of these notifications, and how the subscribers reacted. Joins no other table: on a table that was never analyzed,
 * a join took half a second.
 */
export async function findEngagements(
  database: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<StoredEngagement[]> {
  return database.query<StoredEngagement>(sql`
    select m.notification_id as "notificationId", m.position, m.status, m.seen_at as "seenAt", m.read_at as "readAt"
    from messages m where m.environment_id = ${environmentId} and m.notification_id = any(${notificationIds})`);
}

/** The messages of these notifications. Joins no other table, for the same reason. */
export async function findSendings(
  database: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<StoredMessage[]> {
  const rows = await database.query<Sealed<StoredMessage>>(sql`
    select ${STORED_COLUMNS}, m.text_part as "textPart", m.recipients_settled as "recipientsSettled" from messages m
    where m.environment_id = ${environmentId} and m.notification_id = any(${notificationIds})`);
  return toMessages(database, environmentId, rows);
}
