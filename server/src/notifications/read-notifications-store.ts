import sql, { type Sql } from "sql-template-tag";
import { among } from "../database/among.ts";
import type { Queryable } from "../database/database.ts";
import { requestedIds } from "../database/requested-ids.ts";
import {
  findNamedRecipients,
  type NamedRecipient,
  type NamedRecipients,
  UNNAMED,
} from "./named-recipient-store.ts";
import type { StoredNotification } from "./notification-store.ts";

/** A notification without the content of its trigger. */
export type NotificationRow = Omit<StoredNotification, keyof TriggerContent | "named">;
/** The content of the trigger; notifications of one trigger share one object. */
export type TriggerContent = Pick<
  StoredNotification,
  "transactionId" | "payload" | "overrides" | "topics" | "contextKeys"
>;

/** The columns of a `NotificationRow`, of the notification `n`, its workflow `w` and its subscriber `s`. */
export const ROW_COLUMNS = sql`
  n.id, n.trigger_id as "triggerId", n.workflow_id as "workflowId",
  n.workflow_version as "workflowVersion", n.subscriber_id as "subscriberId", n.digested_into as "digestedInto",
  n.created_at as "createdAt", w.identifier as "workflowKey",
  case when s.id is not null then json_build_object('id', s.id, 'subscriberKey', s.subscriber_id,
    'firstName', s.first_name, 'lastName', s.last_name, 'email', s.email, 'phone', s.phone) end as recipient`;

/** The notification `n` with its workflow `w` and its subscriber `s`, where these still exist. */
export function notificationRows(environmentId: string): Sql {
  return sql`notifications n
    left join workflows w on w.environment_id = ${environmentId} and w.id = n.workflow_id and w.deleted_at is null
    left join subscribers s on s.environment_id = ${environmentId} and s.id = n.subscriber_id`;
}

/** Notifications by their ids, the newest first. Brief ones have only the content of the brief view. */
export async function readNotifications(
  database: Queryable,
  environmentId: string,
  { ids, isBrief }: { ids: readonly string[]; isBrief: boolean },
): Promise<StoredNotification[]> {
  if (ids.length === 0) return [];
  const rows = await database.query<NotificationRow>(sql`
    select its.* from ${requestedIds(ids)} as requested(id, at) cross join lateral (
      select ${ROW_COLUMNS} from ${notificationRows(environmentId)}
      where n.environment_id = ${environmentId} and n.id = requested.id offset 0
    ) its order by its.id desc`);
  const triggerIds = [...new Set(rows.map(({ triggerId }) => triggerId))];
  const subscriberKeys = rows.flatMap(({ recipient }) => recipient?.subscriberKey ?? []);
  const [content, recipients] = await Promise.all([
    findTriggerContent(database, environmentId, triggerIds, isBrief),
    isBrief ? UNNAMED : findNamedRecipients(database, environmentId, { triggerIds, subscriberKeys }),
  ]);
  return rows.flatMap((row) => {
    const found = content.get(row.triggerId);
    return found ? [withContent(row, found, recipients)] : [];
  });
}

/** Joins the parts of a notification. A subscriber named in the trigger counts as reached directly, not through a topic. */
export function withContent(
  row: NotificationRow,
  content: TriggerContent,
  recipients: NamedRecipients,
): StoredNotification {
  const { recipient } = row;
  const named: NamedRecipient | undefined = recipients.of(row.triggerId, recipient?.subscriberKey);
  if (named) return { ...row, ...content, named, topics: [] };
  return { ...row, ...content, named: recipient && { subscriberKey: recipient.subscriberKey } };
}

/** Only what decides about a field of the brief view. */
const BRIEF_CONTENT = sql`'{}'::json as payload, json_build_object('severity', t.overrides -> 'severity') as overrides`;
const WHOLE_CONTENT = sql`t.payload, t.overrides`;

async function findTriggerContent(
  database: Queryable,
  environmentId: string,
  triggerIds: readonly string[],
  isBrief: boolean,
): Promise<Map<string, TriggerContent>> {
  const statement = triggerContent(environmentId, among(triggerIds), isBrief ? BRIEF_CONTENT : WHOLE_CONTENT);
  const rows = await database.query<TriggerContent & { id: string }>(statement);
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}

/** Selects the content of triggers; `isWanted` is the condition for their id, such as `= n.trigger_id`. */
export function triggerContent(environmentId: string, isWanted: Sql, given: Sql = WHOLE_CONTENT): Sql {
  return sql`
    select t.id, t.transaction_id as "transactionId", ${given}, t.context_keys as "contextKeys", (
        select coalesce(json_agg(json_build_object('id', tp.id, 'topicKey', tp.key) order by tp.key), '[]')
        from topics tp where tp.environment_id = ${environmentId} and tp.key in (
          select topic ->> 'topicKey' from json_array_elements(t.topics) as topic)) as topics
    from triggers t where t.environment_id = ${environmentId} and t.id ${isWanted}`;
}
