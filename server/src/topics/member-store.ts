import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { Member } from "./topic.ts";

export const MEMBER_COLUMNS = raw(`
  m.id, m.topic_id as "topicId", m.identifier, m.name, m.created_at as "createdAt",
  coalesce(m.updated_at, m.created_at) as "updatedAt",
  json_build_object('id', s.id, 'subscriberId', s.subscriber_id, 'firstName', s.first_name, 'lastName', s.last_name,
    'email', s.email, 'avatar', s.avatar) as subscriber`);

export type NewMember = {
  id: string;
  subscriberId: string;
  identifier?: string | undefined;
  name?: string | undefined;
};

/**
 * Makes those subscribers that exist members of the topic, which the transaction holds; who is one already stays as it
 * is. The subscribers are held too, so that none is deleted meanwhile, and everything is taken in one order: those who
 * add the same members at the same moment wait for each other, and not in a circle.
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
        id text, "subscriberId" text, identifier text, name text)
      join subscribers s on s.environment_id = ${environmentId} and s.subscriber_id = x."subscriberId"
      order by s.id for key share of s
    )
    insert into topic_members (environment_id, topic_id, subscriber_id, id, identifier, name)
    select ${environmentId}, ${topicId}, k.subscriber_id, k.id, k.identifier, k.name from known k
    order by k.subscriber_id
    on conflict (environment_id, topic_id, subscriber_id) do nothing`);
}

/** Those of the subscribers, by the caller's ids, that are members. */
export async function findMembers(
  database: Queryable,
  environmentId: string,
  { topicId, subscriberIds }: { topicId: string; subscriberIds: readonly string[] },
): Promise<Member[]> {
  return database.query<Member>(sql`
    select ${MEMBER_COLUMNS} from subscribers s
    join topic_members m on m.environment_id = ${environmentId} and m.topic_id = ${topicId} and m.subscriber_id = s.id
    where s.environment_id = ${environmentId} and s.subscriber_id = any(${subscriberIds})`);
}

/** What identifies the notifications that a membership caused; the subscriber by our id. */
export type Membership = { subscriberId: string; topicKey: string; since: Date };

/** More memberships of one name than a caller means; the identifier is unique in a topic only. */
const MOST_MEMBERSHIPS = 100;

/**
 * Memberships by id or by the identifier they were given, in all topics. Each topic is asked by its own indexes: there is
 * none over all members, of whom there can be millions.
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
    where t.environment_id = ${environmentId} limit ${MOST_MEMBERSHIPS}`);
}

/** Members by what their membership is called: the identifier they were given, or else its id. */
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

/** Undefined when the membership has ended. */
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

/** Ends the memberships of these subscribers, by our ids, and answers those that there were. */
export async function removeMembers(
  database: Queryable,
  environmentId: string,
  { topicId, subscriberIds }: { topicId: string; subscriberIds: readonly string[] },
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

/** Ends some memberships of the topic, whoever's, and says how many there were to end. */
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
