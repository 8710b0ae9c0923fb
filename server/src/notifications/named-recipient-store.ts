import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberProfile } from "../subscribers/subscriber.ts";

/** A recipient as in its trigger, without chat and push addresses. */
export type NamedRecipient = { subscriberId: string; profile?: SubscriberProfile };

/** Finds the recipient of a notification among those named in its trigger. */
export type NamedRecipients = {
  /**
   * `subscriberId` is the caller's id. Undefined if the trigger reached the subscriber through a topic or a
   * broadcast.
   */
  of(triggerId: string, subscriberId: string | undefined): NamedRecipient | undefined;
};

type Row = { triggerId: string; isOnly: boolean; subscriberId: string; profile: SubscriberProfile | null };

/**
 * Reads the named recipients of triggers; each trigger's list is read once. A deleted subscriber is found only if the
 * trigger named no other recipient.
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
