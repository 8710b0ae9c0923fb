import sql, { join, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import { comparable, type Suppressed, type Suppression, suppressedKey } from "./suppression.ts";

/** Those of these addresses that are suppressed, in any channel. */
export async function findSuppressed(
  database: Queryable,
  environmentId: string,
  addresses: readonly string[],
): Promise<Suppressed> {
  if (addresses.length === 0) return new Set();
  const wanted = [...new Set(addresses.map(comparable))];
  const rows = await database.query<Pick<Suppression, "channel" | "address">>(sql`
    select channel, address from suppressions
    where environment_id = ${environmentId} and address = any(${wanted})`);
  return new Set(rows.map(({ channel, address }) => suppressedKey(channel, address)));
}

/** Inserts suppressions; an address that is already suppressed keeps its first reason. */
export async function insertSuppressions(
  tx: Queryable,
  environmentId: string,
  suppressions: readonly Suppression[],
  now: Date,
): Promise<void> {
  if (suppressions.length === 0) return;
  await tx.query(sql`
    insert into suppressions (environment_id, id, channel, address, reason, explanation, provider_id, integration_id,
      message_id, subscriber_id, created_at)
    select ${environmentId}, x.id, x.channel, x.address, x.reason, x.explanation, x."providerId", x."integrationId",
      x."messageId", x."subscriberId", ${now}
    from json_to_recordset(${JSON.stringify(suppressions)}) as x(
      id text, channel text, address text, reason text, explanation text, "providerId" text, "integrationId" text,
      "messageId" text, "subscriberId" text)
    order by x.address
    on conflict (environment_id, address, channel) do nothing`);
}

export type ListedSuppression = Suppression & { subscriberKey: SubscriberKey | null; createdAt: Date };
export type SuppressionFilter = {
  channel?: string | undefined;
  address?: string | undefined;
  subscriberKey?: SubscriberKey | undefined;
};

/** Newest first, before the cursor. */
export async function listSuppressions(
  database: Queryable,
  environmentId: string,
  filter: SuppressionFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ListedSuppression[]> {
  const before = after === undefined ? sql`` : sql`and x.id < ${after}`;
  return database.queryPlanned<ListedSuppression>(sql`
    select x.id, x.channel, x.address, x.reason, x.explanation, x.provider_id as "providerId",
      x.integration_id as "integrationId", x.message_id as "messageId", x.subscriber_id as "subscriberId",
      x.created_at as "createdAt", s.subscriber_id as "subscriberKey"
    from suppressions x
    left join subscribers s on s.environment_id = x.environment_id and s.id = x.subscriber_id
    where ${matches(environmentId, filter)} ${before}
    order by x.id desc limit ${limit}`);
}

export async function countSuppressions(
  database: Queryable,
  environmentId: string,
  filter: SuppressionFilter,
): Promise<number> {
  const [row] = await database.queryPlanned<{ count: number }>(sql`
    select count(*)::integer as count from suppressions x where ${matches(environmentId, filter)}`);
  return row?.count ?? 0;
}

function matches(environmentId: string, { channel, address, subscriberKey }: SuppressionFilter): Sql {
  const conditions = [sql`x.environment_id = ${environmentId}`];
  if (channel) conditions.push(sql`x.channel = ${channel}`);
  if (address) conditions.push(sql`x.address = ${comparable(address)}`);
  if (subscriberKey) {
    conditions.push(sql`x.subscriber_id = (
      select id from subscribers where environment_id = ${environmentId} and subscriber_id = ${subscriberKey})`);
  }
  return join(conditions, " and ");
}

/** @returns false if there is no such suppression. */
export async function deleteSuppression(
  database: Queryable,
  environmentId: string,
  id: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    delete from suppressions where environment_id = ${environmentId} and id = ${id} returning id`);
  return rows.length === 1;
}
