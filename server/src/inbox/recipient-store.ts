import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberId } from "../foundation/ids.ts";
import type { Subscriber } from "../subscribers/subscriber.ts";

/** The part of a subscriber that its inbox shows. */
export type Recipient = Pick<Subscriber, "id" | "subscriberKey" | "firstName" | "lastName" | "avatar">;

export async function findRecipients(
  database: Queryable,
  environmentId: string,
  ids: readonly SubscriberId[],
): Promise<Map<SubscriberId, Recipient>> {
  const rows = await database.query<Recipient>(sql`
    select s.id, s.subscriber_id as "subscriberKey", s.first_name as "firstName", s.last_name as "lastName", s.avatar
    from subscribers s where s.environment_id = ${environmentId} and s.id = any(${ids})`);
  return new Map(rows.map((row) => [row.id, row]));
}
