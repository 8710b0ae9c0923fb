import sql, { type Sql } from "sql-template-tag";
import { among } from "../database/among.ts";
import type { Queryable } from "../database/database.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import type { SubscriberProfile } from "../subscribers/subscriber.ts";

/** A recipient as in its trigger, without chat and push addresses. */
export type NamedRecipient = { subscriberKey: SubscriberKey; profile?: SubscriberProfile };

/** Finds the recipient of a notification among those named in its trigger. */
export type NamedRecipients = {
  /** Undefined if the trigger reached the subscriber through a topic or a broadcast. */
  of(triggerId: string, subscriberKey: SubscriberKey | undefined): NamedRecipient | undefined;
};

/** For views without the names in the trigger. */
export const UNNAMED: NamedRecipients = { of: () => undefined };

export type NamedRow = {
  triggerId: string;
  isOnly: boolean;
  subscriberKey: SubscriberKey;
  profile: SubscriberProfile | null;
};

/**
 * Reads the named recipients of triggers; each trigger's list is read once. A deleted subscriber is found only if the
 * trigger named no other recipient.
 */
export async function findNamedRecipients(
  database: Queryable,
  environmentId: string,
  { triggerIds, subscriberKeys }: { triggerIds: readonly string[]; subscriberKeys: readonly SubscriberKey[] },
): Promise<NamedRecipients> {
  const wanted = { triggers: among(triggerIds), subscribers: sql`= any(${subscriberKeys})` };
  return namedRecipients(await database.query<NamedRow>(namedRows(environmentId, wanted)));
}

/** Selects the recipients; both conditions have no left side, such as `= n.trigger_id`. */
export function namedRows(
  environmentId: string,
  { triggers, subscribers }: { triggers: Sql; subscribers: Sql },
): Sql {
  return sql`
    select t.id as "triggerId", not t.is_broadcast and t.topics::text = '[]' and json_array_length(t.recipients) = 1
      as "isOnly", r ->> 'subscriberId' as "subscriberKey", r -> 'profile' as profile
    from triggers t cross join lateral json_array_elements(t.recipients) as r
    where t.environment_id = ${environmentId} and t.id ${triggers}
      and (r ->> 'subscriberId' ${subscribers} or json_array_length(t.recipients) = 1)`;
}

export function namedRecipients(rows: readonly NamedRow[]): NamedRecipients {
  const byName = new Map(rows.map((row) => [keyOf(row.triggerId, row.subscriberKey), named(row)]));
  const only = new Map(rows.flatMap((row) => (row.isOnly ? [[row.triggerId, named(row)] as const] : [])));
  return {
    of: (triggerId, subscriberKey) =>
      subscriberKey === undefined ? only.get(triggerId) : byName.get(keyOf(triggerId, subscriberKey)),
  };
}

function keyOf(triggerId: string, subscriberKey: SubscriberKey): string {
  return `${triggerId} ${subscriberKey}`;
}

function named({ subscriberKey, profile }: NamedRow): NamedRecipient {
  return profile ? { subscriberKey, profile } : { subscriberKey };
}
