import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SealedColumn } from "../database/seal-anew.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import type { Subscriber } from "./subscriber.ts";

/** Where the sealed addresses of deleted subscribers are stored. */
export const SEALED_ERASURES: SealedColumn = {
  table: "erasures",
  column: "addresses_sealed",
  idColumn: "id",
  word: "erasures",
};

/** The place that the sealed addresses are bound to: they cannot be opened for another place. */
export function placeOfAddresses(environmentId: string, { id }: { id: string }): string {
  return `${environmentId}|${SEALED_ERASURES.word}|${id}`;
}

/**
 * Deletes the subscriber's row and requests the erasure of its other data, in one statement. Preferences and topic
 * memberships are deleted by their foreign keys: a delete in this statement would miss rows that are written while it
 * waits for the lock on the subscriber's row.
 */
export async function moveToErasures(
  tx: Queryable,
  environmentId: string,
  { subscriber, addresses }: { subscriber: Subscriber; addresses: readonly string[] },
): Promise<void> {
  const place = placeOfAddresses(environmentId, subscriber);
  const sealed = addresses.length > 0 ? tx.secrets.seal(place, JSON.stringify(addresses)) : null;
  await tx.query(sql`
    with gone as (
      delete from subscribers where environment_id = ${environmentId} and id = ${subscriber.id}
      returning id, subscriber_id
    )
    insert into erasures (environment_id, id, subscriber_id, addresses_sealed, requested_at, last_trigger_id)
    select ${environmentId}, gone.id, gone.subscriber_id, ${sealed}, clock_timestamp(),
      coalesce((select id from triggers where environment_id = ${environmentId} order by id desc limit 1), '')
    from gone`);
}

/** A deleted subscriber whose data is being erased. */
export type Erasing = {
  id: SubscriberId;
  subscriberKey: SubscriberKey;
  requestedAt: Date;
  lastTriggerId: string;
};

/** Deleted subscribers, earliest deletion first. */
export async function findErasing(
  database: Queryable,
  environmentId: string,
  subscriberKeys: readonly SubscriberKey[],
): Promise<Erasing[]> {
  return database.query<Erasing>(sql`
    select id, subscriber_id as "subscriberKey", requested_at as "requestedAt", last_trigger_id as "lastTriggerId"
    from erasures where environment_id = ${environmentId} and subscriber_id = any(${[...new Set(subscriberKeys)]})
    order by requested_at`);
}

/** Which of these subscribers exist. */
export async function findExisting(
  database: Queryable,
  environmentId: string,
  ids: readonly SubscriberId[],
): Promise<Set<SubscriberId>> {
  const rows = await database.query<{ id: SubscriberId }>(sql`
    select id from subscribers where environment_id = ${environmentId} and id = any(${[...new Set(ids)]})`);
  return new Set(rows.map(({ id }) => id));
}
