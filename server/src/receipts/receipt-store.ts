import type { MessageStatus } from "@tidings/contract";
import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberId } from "../foundation/ids.ts";

/** The message that a receipt is about. */
export type ReceiptMessage = {
  id: string;
  notificationId: string;
  position: number;
  subscriberId: SubscriberId;
  channel: string;
  email: string | null;
  phone: string | null;
  providerId: string;
  integrationId: string;
  providerMessageId: string;
};

/** Messages by the ids that the vendor of this integration gave them. Erased messages are left out. */
export async function findReceiptMessages(
  database: Queryable,
  environmentId: string,
  integrationId: string,
  providerMessageIds: readonly string[],
): Promise<ReceiptMessage[]> {
  return database.query<ReceiptMessage>(sql`
    select m.id, m.notification_id as "notificationId", m.position, m.subscriber_id as "subscriberId", m.channel, m.email,
      m.phone, m.provider_id as "providerId", m.integration_id as "integrationId",
      m.provider_message_id as "providerMessageId"
    from messages m
    where m.environment_id = ${environmentId} and m.provider_message_id = any(${[...new Set(providerMessageIds)]})
      and m.channel in ('email', 'sms', 'chat') and m.integration_id = ${integrationId} and m.erased_at is null
    order by m.id`);
}

/** What receipts change of a message. Times and errors that it already has stay. */
export type MessageChange = {
  id: string;
  deliveredAt: Date | null;
  seenAt: Date | null;
  readAt: Date | null;
  status: MessageStatus | null;
  errorId: string | null;
  errorText: string | null;
};

export async function changeMessages(
  tx: Queryable,
  environmentId: string,
  changes: readonly MessageChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(sql`
    update messages m set updated_at = ${now}, seen_at = coalesce(m.seen_at, x."seenAt"),
      read_at = coalesce(m.read_at, x."readAt"), status = coalesce(x.status, m.status),
      error_id = coalesce(x."errorId", m.error_id), error_text = coalesce(x."errorText", m.error_text),
      delivered_at = case when x."deliveredAt" is null then m.delivered_at
        else coalesce(m.delivered_at, '{}') || x."deliveredAt" end
    from json_to_recordset(${JSON.stringify(changes)}) as x(
      id text, "deliveredAt" timestamptz, "seenAt" timestamptz, "readAt" timestamptz, status text, "errorId" text,
      "errorText" text)
    where m.environment_id = ${environmentId} and m.id = x.id and m.erased_at is null`);
}
