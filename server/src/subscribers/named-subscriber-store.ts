import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import { type SubscriberRow, toSubscribers } from "./sealed-channels.ts";
import type { Subscriber } from "./subscriber.ts";
import { type NewSubscriber, SUBSCRIBER_COLUMNS } from "./subscriber-store.ts";
import { forgetUnproven } from "./unproven-rows-store.ts";

/**
 * Subscribers that a browser without a hash has named (`is_only_named`): they have no values, and count as missing for the
 * first call with an API key that creates them. What stores something for such a subscriber with an API key or in a proven session ends
 * the mark, and deletes what unproven sessions have stored (`forgetUnproven`).
 */

/** A browser without a hash may name subscribers, so their number in an environment is limited. */
export const MAX_NAMED = 10_000;

/** Inserts a subscriber without values; one that exists is not changed. Nothing is inserted above the limit. */
export async function nameSubscriber(
  database: Queryable,
  environmentId: string,
  { id, subscriberKey }: { id: SubscriberId; subscriberKey: SubscriberKey },
): Promise<void> {
  await database.query(sql`
    insert into subscribers (environment_id, id, subscriber_id, is_only_named)
    select ${environmentId}, ${id}, ${subscriberKey}, true
    where (
      select count(*) from (
        select 1 from subscribers where environment_id = ${environmentId} and is_only_named limit ${MAX_NAMED}
      ) as named) < ${MAX_NAMED}
    on conflict (environment_id, subscriber_id) do nothing`);
}

/** Gives a subscriber that was only named its values. @returns undefined if there is no such subscriber. */
export async function fillNamedSubscriber(
  database: Queryable,
  environmentId: string,
  { subscriberKey, profile }: Pick<NewSubscriber, "subscriberKey" | "profile">,
): Promise<Subscriber | undefined> {
  const rows = await database.query<SubscriberRow>(sql`
    with ${forgetUnproven(environmentId, named(environmentId, [subscriberKey]))}
    update subscribers s set is_only_named = false, first_name = l."firstName", last_name = l."lastName",
      email = l.email, phone = l.phone, avatar = l.avatar, locale = l.locale, timezone = l.timezone, data = l.data,
      updated_at = greatest(now(), s.updated_at)
    from json_to_record(${JSON.stringify(profile)}) as l(
      "firstName" text, "lastName" text, email text, phone text, avatar text, locale text, timezone text, data json)
    where s.environment_id = ${environmentId} and s.subscriber_id = ${subscriberKey} and s.is_only_named
    returning ${SUBSCRIBER_COLUMNS}`);
  return toSubscribers(database, environmentId, rows)[0];
}

/** Ends the mark of those of the subscribers that have it. The caller stores something for them. */
export async function endNaming(
  database: Queryable,
  environmentId: string,
  subscriberKeys: readonly SubscriberKey[],
): Promise<void> {
  await database.query(sql`
    with held as materialized (${named(environmentId, subscriberKeys)} order by s.id for no key update),
    ${forgetUnproven(environmentId, sql`select h.id from held h`)}
    update subscribers s set is_only_named = false
    where s.environment_id = ${environmentId} and s.id = any(array(select h.id from held h))`);
}

function named(environmentId: string, subscriberKeys: readonly SubscriberKey[]): Sql {
  return sql`
    select s.id from subscribers s
    where s.environment_id = ${environmentId} and s.subscriber_id = any(${subscriberKeys}) and s.is_only_named`;
}
