import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Message } from "../messages/message.ts";
import { MESSAGE_COLUMNS } from "../messages/message-store.ts";
import { type Sealed, toMessages } from "../messages/sealed-address.ts";
import type { Job, Notification } from "../notifications/notification.ts";

export const JOB_COLUMNS = raw(`
  j.id, j.position, j.step_id as "stepId", j.type, j.status, j.provider_id as "providerId", j.digest, j.output,
  j.schedule_extensions_count as "scheduleExtensionsCount"`);

export type StoredRun = Notification & {
  payload: JsonObject;
  overrides: JsonObject;
  contextKeys: string[];
  subscriberExternalId: string | null;
};

/** Notifications with what their triggers brought. */
export async function findRuns(
  database: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<StoredRun[]> {
  return database.query<StoredRun>(sql`
    select n.id, n.trigger_id as "triggerId", n.transaction_id as "transactionId", n.workflow_id as "workflowId",
      n.workflow_version as "workflowVersion", n.subscriber_id as "subscriberId", n.digested_into as "digestedInto",
      t.payload, t.overrides, t.context_keys as "contextKeys", s.subscriber_id as "subscriberExternalId"
    from notifications n
    join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
    left join subscribers s on s.environment_id = n.environment_id and s.id = n.subscriber_id
    where n.environment_id = ${environmentId} and n.id = any(${notificationIds})`);
}

export async function findRunJobs(
  database: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<(Job & { notificationId: string })[]> {
  return database.query<Job & { notificationId: string }>(sql`
    select j.notification_id as "notificationId", ${JOB_COLUMNS} from jobs j
    where j.environment_id = ${environmentId} and j.notification_id = any(${notificationIds})
    order by j.notification_id, j.position`);
}

export type MessageOwner = { id: string; subscriberId: string };
export type StoredEngagement = {
  notificationId: string;
  stepId: string;
  seenAt: Date | null;
  readAt: Date | null;
};

/** What subscribers did with the in-app messages of their notifications. */
export async function findEngagements(
  database: Queryable,
  environmentId: string,
  owners: readonly MessageOwner[],
): Promise<StoredEngagement[]> {
  return database.query<StoredEngagement>(sql`
    select m.notification_id as "notificationId", m.step_id as "stepId", m.seen_at as "seenAt", m.read_at as "readAt"
    from ${messagesOf(environmentId, owners)}
    where m.channel = 'in_app'`);
}

/** The messages of steps that are being sent: those without an answer, and what became of the others. */
export async function findSendings(
  database: Queryable,
  environmentId: string,
  owners: readonly MessageOwner[],
): Promise<Message[]> {
  const rows = await database.query<Sealed<Message>>(sql`
    select ${MESSAGE_COLUMNS} from ${messagesOf(environmentId, owners)}`);
  return toMessages(database, environmentId, rows);
}

/**
 * The messages of notifications, found over the index of their subscribers: a message is younger than its
 * notification, so only the newest messages of each subscriber are looked at. (A transaction may have millions.)
 */
function messagesOf(environmentId: string, owners: readonly MessageOwner[]): Sql {
  return sql`json_to_recordset(${JSON.stringify(owners.map(({ id, subscriberId }) => ({ id, subscriberId })))})
      as n(id text, "subscriberId" text)
    join messages m on m.environment_id = ${environmentId} and m.subscriber_id = n."subscriberId" and m.id > n.id and m.notification_id = n.id`;
}
