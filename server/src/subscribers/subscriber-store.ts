import sql, { raw, type Sql } from "sql-template-tag";
import { among } from "../database/among.ts";
import type { Queryable } from "../database/database.ts";
import { jsonPieces } from "../database/json-pieces.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import { placeOf, type SubscriberRow, toSubscribers } from "./sealed-channels.ts";
import type { ChannelSetting, Subscriber, SubscriberProfile } from "./subscriber.ts";
import { forgetUnproven } from "./unproven-rows-store.ts";

export const SUBSCRIBER_COLUMNS = raw(`
  s.id, s.subscriber_id as "subscriberKey", s.first_name as "firstName", s.last_name as "lastName", s.email, s.phone,
  s.avatar, s.locale, s.timezone, s.data, s.channels, s.channels_sealed as "channelsSealed", s.is_online as "isOnline",
  s.last_online_at as "lastOnlineAt", s.created_at as "createdAt", s.updated_at as "updatedAt"`);

/** The subscribers with these keys, in no order; unknown ones are missing. */
export async function findSubscribers(
  database: Queryable,
  environmentId: string,
  subscriberKeys: readonly SubscriberKey[],
): Promise<Subscriber[]> {
  const rows = await database.query<SubscriberRow>(sql`
    select ${SUBSCRIBER_COLUMNS} from subscribers s
    where s.environment_id = ${environmentId} and s.subscriber_id ${among([...new Set(subscriberKeys)])}`);
  return toSubscribers(database, environmentId, rows);
}

export async function findSubscriber(
  database: Queryable,
  environmentId: string,
  subscriberKey: SubscriberKey,
): Promise<Subscriber | undefined> {
  return (await findSubscribers(database, environmentId, [subscriberKey]))[0];
}

/** The caller's id of a subscriber. */
export async function findSubscriberKey(
  database: Queryable,
  environmentId: string,
  id: SubscriberId,
): Promise<SubscriberKey | undefined> {
  const [row] = await database.query<{ subscriberKey: SubscriberKey }>(sql`
    select s.subscriber_id as "subscriberKey" from subscribers s
    where s.environment_id = ${environmentId} and s.id = ${id}`);
  return row?.subscriberKey;
}

export type NewSubscriber = { id: SubscriberId; subscriberKey: SubscriberKey; profile: SubscriberProfile };

/** Inserts subscribers that do not exist yet. @returns only the inserted ones; existing ones are not changed. */
export async function insertSubscribers(
  database: Queryable,
  environmentId: string,
  subscribers: readonly NewSubscriber[],
): Promise<Subscriber[]> {
  const given = subscribers.map(({ id, subscriberKey, profile }) => ({ ...profile, id, subscriberKey }));
  const rows = await database.query<SubscriberRow>(sql`
    insert into subscribers as s
      (environment_id, id, subscriber_id, first_name, last_name, email, phone, avatar, locale, timezone, data)
    select ${environmentId}, x.id, x."subscriberKey", x."firstName", x."lastName", x.email, x.phone, x.avatar, x.locale,
      x.timezone, x.data
    from json_to_recordset(${JSON.stringify(given)}) as x(
      id text, "subscriberKey" text, "firstName" text, "lastName" text, email text, phone text, avatar text,
      locale text, timezone text, data json)
    order by x."subscriberKey"
    on conflict (environment_id, subscriber_id) do nothing
    returning ${SUBSCRIBER_COLUMNS}`);
  return toSubscribers(database, environmentId, rows);
}

/** Creates or updates the subscriber; safe under concurrency. */
export async function upsertSubscriber(
  database: Queryable,
  environmentId: string,
  { id, subscriberKey, profile }: NewSubscriber,
): Promise<Subscriber> {
  const fields = JSON.stringify(profile);
  const named = sql`
    select s.id from subscribers s
    where s.environment_id = ${environmentId} and s.subscriber_id = ${subscriberKey} and s.is_only_named`;
  const rows = await database.query<SubscriberRow>(sql`
    with ${forgetUnproven(environmentId, named)}
    insert into subscribers as s
      (environment_id, id, subscriber_id, first_name, last_name, email, phone, avatar, locale, timezone, data)
    select ${environmentId}, ${id}, ${subscriberKey}, l."firstName", l."lastName", l.email, l.phone, l.avatar, l.locale,
      l.timezone, l.data
    from json_to_record(${fields}) as l(
      "firstName" text, "lastName" text, email text, phone text, avatar text, locale text, timezone text, data json)
    on conflict (environment_id, subscriber_id) do update set is_only_named = false,
      (first_name, last_name, email, phone, avatar, locale, timezone, data, updated_at) = (
        select ${takeIfNamed("first_name", "firstName")}, ${takeIfNamed("last_name", "lastName")},
          ${takeIfNamed("email", "email")}, ${takeIfNamed("phone", "phone")}, ${takeIfNamed("avatar", "avatar")},
          ${takeIfNamed("locale", "locale")}, ${takeIfNamed("timezone", "timezone")}, ${takeIfNamed("data", "data")},
          greatest(now(), s.updated_at)
        from (select ${fields}::jsonb as profile) l)
    returning ${SUBSCRIBER_COLUMNS}`);
  return toSubscribers(database, environmentId, rows)[0] as Subscriber;
}

function takeIfNamed(column: string, field: string): Sql {
  return raw(`case when l.profile ? '${field}' then excluded.${column} else s.${column} end`);
}

export type SubscriberChange = { subscriberKey: SubscriberKey; profile: SubscriberProfile };

/** Sets the fields of each profile (null erases); other fields stay. @returns the subscribers that exist, updated. */
export async function updateSubscribers(
  database: Queryable,
  environmentId: string,
  changes: readonly SubscriberChange[],
): Promise<Subscriber[]> {
  const rows = await database.query<SubscriberRow>(sql`
    with change as (
      select x."subscriberKey", x.profile::jsonb as profile, x.profile -> 'data' as data
      from json_to_recordset(${JSON.stringify(changes)}) as x("subscriberKey" text, profile json)
    ), locked as (
      select s.id, s.is_only_named, c.profile, c.data from subscribers s join change c on c."subscriberKey" = s.subscriber_id
      where s.environment_id = ${environmentId} order by s.id for update of s
    ), ${forgetUnproven(environmentId, sql`select l.id from locked l where l.is_only_named`)}
    update subscribers s set
      first_name = ${setIfNamed("first_name", "firstName")},
      last_name = ${setIfNamed("last_name", "lastName")},
      email = ${setIfNamed("email", "email")},
      phone = ${setIfNamed("phone", "phone")},
      avatar = ${setIfNamed("avatar", "avatar")},
      locale = ${setIfNamed("locale", "locale")},
      timezone = ${setIfNamed("timezone", "timezone")},
      data = case when l.profile ? 'data' then nullif(l.data::text, 'null')::json else s.data end,
      is_only_named = false,
      updated_at = greatest(now(), s.updated_at)
    from locked l
    where s.environment_id = ${environmentId} and s.id = l.id
    returning ${SUBSCRIBER_COLUMNS}`);
  return toSubscribers(database, environmentId, rows);
}

function setIfNamed(column: string, field: string): Sql {
  return raw(`case when l.profile ? '${field}' then l.profile ->> '${field}' else s.${column} end`);
}

/** Replaces the chat and push addresses of subscribers. @returns the updated subscribers. */
export async function saveChannels(
  database: Queryable,
  environmentId: string,
  changes: readonly { id: SubscriberId; channels: ChannelSetting[] }[],
): Promise<Subscriber[]> {
  const sealed = changes.map(({ id, channels }) => ({
    id,
    sealed: database.secrets.seal(placeOf(environmentId, { id }), JSON.stringify(channels)),
  }));
  const ids = changes.map(({ id }) => id);
  const named = sql`
    select s.id from subscribers s where s.environment_id = ${environmentId} and s.id ${among(ids)} and s.is_only_named`;
  const saved: SubscriberRow[] = [];
  for (const piece of jsonPieces(sealed)) {
    const rows = await database.query<SubscriberRow>(sql`
      with ${forgetUnproven(environmentId, named)}
      update subscribers s set channels_sealed = x.sealed, channels = null, is_only_named = false, updated_at = now()
      from json_to_recordset(${piece}) as x(id text, sealed text)
      where s.environment_id = ${environmentId} and s.id = x.id
      returning ${SUBSCRIBER_COLUMNS}`);
    saved.push(...rows);
  }
  return toSubscribers(database, environmentId, saved);
}

/** Stores whether a subscriber is online; going offline sets the time of its last presence. */
export async function saveOnlineStatus(
  database: Queryable,
  environmentId: string,
  { subscriberKey, isOnline }: { subscriberKey: SubscriberKey; isOnline: boolean },
): Promise<Subscriber | undefined> {
  const rows = await database.query<SubscriberRow>(sql`
    update subscribers s set is_online = ${isOnline}, updated_at = greatest(now(), s.updated_at),
      last_online_at = case when s.is_online and not ${isOnline}::boolean then now() else s.last_online_at end
    where s.environment_id = ${environmentId} and s.subscriber_id = ${subscriberKey}
    returning ${SUBSCRIBER_COLUMNS}`);
  return toSubscribers(database, environmentId, rows)[0];
}

/** Locks the subscriber until the transaction ends, so that its channels can be read and written safely. */
export async function lockSubscriber(
  database: Queryable,
  environmentId: string,
  subscriberKey: SubscriberKey,
): Promise<Subscriber | undefined> {
  const rows = await database.query<SubscriberRow>(sql`
    select ${SUBSCRIBER_COLUMNS} from subscribers s
    where s.environment_id = ${environmentId} and s.subscriber_id = ${subscriberKey} for update`);
  return toSubscribers(database, environmentId, rows)[0];
}

/** Keeps these subscribers from being deleted until the transaction ends. It returns a row for each one that exists. */
export function subscriberLock(environmentId: string, ids: readonly SubscriberId[]): Sql {
  return sql`
    select s.id from subscribers s where s.environment_id = ${environmentId} and s.id ${among(ids)}
    order by s.id for key share`;
}
