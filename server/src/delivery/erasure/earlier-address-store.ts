import sql from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { SubscriberId } from "../../foundation/ids.ts";
import { openAddress } from "../../messages/sealed-address.ts";

type Owner = { environmentId: string; id: SubscriberId };
type SentTo = {
  id: string;
  email: string | null;
  phone: string | null;
  webhookUrl: string | null;
  deviceTokens: string[] | null;
  addressSealed: string | null;
};

/** Where the messages of these notifications were sent. */
export async function findSentTo(
  tx: Queryable,
  { environmentId, id }: Owner,
  notificationIds: readonly string[],
): Promise<(string | null)[]> {
  const rows = await tx.query<SentTo>(sql`
    select m.id, m.email, m.phone, m.webhook_url as "webhookUrl", m.device_tokens as "deviceTokens",
      m.address_sealed as "addressSealed"
    from messages m
    where m.environment_id = ${environmentId} and m.notification_id = any(${notificationIds}) and m.subscriber_id = ${id}
      and coalesce(m.email, m.phone, m.webhook_url, m.device_tokens::text, m.address_sealed) is not null`);
  return rows.flatMap(({ email, phone, ...row }) => {
    const { webhookUrl, deviceTokens } = openAddress(tx, environmentId, row);
    return [email, phone, webhookUrl, ...(deviceTokens ?? [])];
  });
}

/** Suppressed addresses of the subscriber: those of messages, which may be deleted. */
export async function findSuppressed(
  tx: Queryable,
  { environmentId, id }: Owner,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ address: string }>(sql`
    select address from suppressions where environment_id = ${environmentId} and subscriber_id = ${id} limit ${limit}`);
  return rows.map(({ address }) => address);
}
