import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberProfile } from "../subscribers/subscriber.ts";

/** A recipient as its trigger named it, without chat and push addresses. */
export type NamedRecipient = { subscriberId: string; profile?: SubscriberProfile };

/** What is known of a trigger's recipients: finds the one that a notification is for. */
export type NamedRecipients = {
  /** By the caller's id. Undefined where the trigger did not name the subscriber, but a topic or everyone. */
  of(triggerId: string, subscriberId: string | undefined): NamedRecipient | undefined;
};

type Row = { triggerId: string; isOnly: boolean; subscriberId: string; profile: SubscriberProfile | null };

/**
 * The recipients of triggers as they were named; each trigger's list is read once. A subscriber that was deleted is known
 * only where the trigger named no other recipient.
 */
export async function findNamedRecipients(
  database: Queryable,
  environmentId: string,
  { triggerIds, subscriberIds }: { triggerIds: readonly string[]; subscriberIds: readonly string[] },
): Promise<NamedRecipients> {
  const rows = await database.query<Row>(sql`
    select t.id as "triggerId", not t.is_broadcast and t.topics::text = '[]' and json_array_length(t.recipients) = 1
      as "isOnly", r ->> 'subscriberId' as "subscriberId", r -> 'profile' as profile
    from triggers t cross join lateral json_array_elements(t.recipients) as r
    where t.environment_id = ${environmentId} and t.id = any(${triggerIds})
      and (r ->> 'subscriberId' = any(${subscriberIds}) or json_array_length(t.recipients) = 1)`);
  const byName = new Map(rows.map((row) => [keyOf(row.triggerId, row.subscriberId), named(row)]));
  const only = new Map(rows.flatMap((row) => (row.isOnly ? [[row.triggerId, named(row)] as const] : [])));
  return {
    of: (triggerId, subscriberId) =>
      subscriberId === undefined ? only.get(triggerId) : byName.get(keyOf(triggerId, subscriberId)),
  };
}

function keyOf(triggerId: string, subscriberId: string): string {
  return `${triggerId} ${subscriberId}`;
}

function named({ subscriberId, profile }: Row): NamedRecipient {
  return profile ? { subscriberId, profile } : { subscriberId };
}
