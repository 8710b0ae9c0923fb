import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import type { Member } from "./topic.ts";

export const MEMBER_COLUMNS = raw(`
  m.id, m.topic_id as "topicId", m.identifier, m.name, m.created_at as "createdAt",
  coalesce(m.updated_at, m.created_at) as "updatedAt",
  json_build_object('id', s.id, 'subscriberKey', s.subscriber_id, 'firstName', s.first_name, 'lastName', s.last_name,
    'email', s.email, 'avatar', s.avatar) as subscriber`);

export type NewMember = {
  id: string;
  subscriberKey: SubscriberKey;
  identifier?: string | undefined;
  name?: string | undefined;
};

/**
 * Adds those subscribers that exist to the topic, which the transaction has locked; existing memberships are not
 * changed. The subscribers are locked too, so that none is deleted meanwhile. All locks are taken in one order, so that
 * concurrent transactions that add the same members wait for each other and do not deadlock.
 */
export async function addMembers(
  database: Queryable,
  environmentId: string,
  { topicId, members }: { topicId: string; members: readonly NewMember[] },
): Promise<void> {
  await database.query(sql`
    with known as materialized (
      select s.id as subscriber_id, x.id, x.identifier, x.name
      from json_to_recordset(${JSON.stringify(members)}) as x(
        id text, "subscriberKey" text, identifier text, name text)
      join subscribers s on s.environment_id = ${environmentId} and s.subscriber_id = x."subscriberKey"
      order by s.id for key share of s
    )
    insert into topic_members (environment_id, topic_id, subscriber_id, id, identifier, name)
    select ${environmentId}, ${topicId}, k.subscriber_id, k.id, k.identifier, k.name from known k
    order by k.subscriber_id
    on conflict (environment_id, topic_id, subscriber_id) do nothing`);
}

/** The memberships of these subscribers in the topic. */
export async function findMembers(
  database: Queryable,
  environmentId: string,
  { topicId, subscriberKeys }: { topicId: string; subscriberKeys: readonly SubscriberKey[] },
): Promise<Member[]> {
  return database.query<Member>(sql`
    select ${MEMBER_COLUMNS} from subscribers s
    join topic_members m on m.environment_id = ${environmentId} and m.topic_id = ${topicId} and m.subscriber_id = s.id
    where s.environment_id = ${environmentId} and s.subscriber_id = any(${subscriberKeys})`);
}

/** Whether one of the subscribers has `max` subscriptions to other topics, or more. */
export async function hasManySubscriptions(
  database: Queryable,
  environmentId: string,
  {
    topicId,
    subscriberKeys,
    max,
  }: { topicId: string; subscriberKeys: readonly SubscriberKey[]; max: number },
): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 from subscribers s cross join lateral (
      select count(*) from (
        select from topic_members m
        where m.environment_id = ${environmentId} and m.subscriber_id = s.id and m.topic_id <> ${topicId} limit ${max}
      ) as few
    ) as others
    where s.environment_id = ${environmentId} and s.subscriber_id = any(${subscriberKeys}) and others.count >= ${max}`);
  return rows.length > 0;
}

/** Identifies the notifications that a membership caused. */
export type Membership = { subscriberId: SubscriberId; topicKey: string; since: Date };

/** An identifier is unique only within a topic, so several memberships can match; more are not looked at. */
const MAX_MEMBERSHIPS = 100;

/**
 * Memberships in all topics by id or identifier. The statement looks into each topic separately: there are indexes for
 * the members of a topic, but none over all members, which can be millions.
 */
export async function findMemberships(
  database: Queryable,
  environmentId: string,
  name: string,
): Promise<Membership[]> {
  return database.query<Membership>(sql`
    select m.subscriber_id as "subscriberId", t.key as "topicKey", m.created_at as since
    from topics t cross join lateral (
      select m.subscriber_id, m.created_at from topic_members m
      where m.environment_id = ${environmentId} and m.topic_id = t.id and m.id = ${name}
      union
      select m.subscriber_id, m.created_at from topic_members m
      where m.environment_id = ${environmentId} and m.topic_id = t.id and m.identifier = ${name}) m
    where t.environment_id = ${environmentId} limit ${MAX_MEMBERSHIPS}`);
}

/** Members by the identifier of their membership; if it has none, by the membership's id. */
export async function findMembersByIdentifier(
  database: Queryable,
  environmentId: string,
  { topicId, identifiers }: { topicId: string; identifiers: readonly string[] },
): Promise<Member[]> {
  const ofTopic = sql`m.environment_id = ${environmentId} and m.topic_id = ${topicId}`;
  return database.query<Member>(sql`
    select ${MEMBER_COLUMNS} from (
      select * from topic_members m where ${ofTopic} and m.identifier = any(${identifiers})
      union all
      select * from topic_members m where ${ofTopic} and m.id = any(${identifiers}) and m.identifier is null
    ) m
    join subscribers s on s.environment_id = ${environmentId} and s.id = m.subscriber_id`);
}

/** @returns undefined if the membership does not exist any more. */
export async function renameMember(
  database: Queryable,
  environmentId: string,
  { topicId, id, name }: { topicId: string; id: string; name: string | null },
): Promise<Member | undefined> {
  const rows = await database.query<Member>(sql`
    with renamed as (
      update topic_members m set name = ${name}, updated_at = now()
      where m.environment_id = ${environmentId} and m.topic_id = ${topicId} and m.id = ${id} returning m.*
    )
    select ${MEMBER_COLUMNS} from renamed m
    join subscribers s on s.environment_id = ${environmentId} and s.id = m.subscriber_id`);
  return rows[0];
}

/** Deletes the memberships of these subscribers. @returns the deleted ones. */
export async function removeMembers(
  database: Queryable,
  environmentId: string,
  { topicId, subscriberIds }: { topicId: string; subscriberIds: readonly SubscriberId[] },
): Promise<Member[]> {
  const rows = sql`m.environment_id = ${environmentId} and m.topic_id = ${topicId}`;
  return database.query<Member>(sql`
    with held as materialized (
      select m.subscriber_id from topic_members m where ${rows} and m.subscriber_id = any(${subscriberIds})
      order by m.subscriber_id for update
    ), gone as (
      delete from topic_members m using held where ${rows} and m.subscriber_id = held.subscriber_id returning m.*
    )
    select ${MEMBER_COLUMNS} from gone m
    join subscribers s on s.environment_id = ${environmentId} and s.id = m.subscriber_id`);
}

/** Deletes up to `limit` memberships of the topic. @returns how many it deleted. */
export async function removeSomeMembers(
  database: Queryable,
  environmentId: string,
  { topicId, limit }: { topicId: string; limit: number },
): Promise<number> {
  const rows = await database.query<{ count: number }>(sql`
    with held as materialized (
      select m.subscriber_id from topic_members m
      where m.environment_id = ${environmentId} and m.topic_id = ${topicId}
      order by m.subscriber_id limit ${limit} for update
    ), gone as (
      delete from topic_members m using held
      where m.environment_id = ${environmentId} and m.topic_id = ${topicId} and m.subscriber_id = held.subscriber_id
      returning 1
    )
    select count(*)::integer as count from gone`);
  return rows[0]?.count ?? 0;
}
