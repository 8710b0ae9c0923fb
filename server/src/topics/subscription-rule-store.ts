import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberId, WorkflowId } from "../foundation/ids.ts";
import type { SubscriptionRule, SubscriptionRules } from "./subscription-rules.ts";

/** Members of one topic. */
type Members = { topicId: string; subscriberIds: readonly SubscriberId[] };

/** The rules of those members that have some. */
export async function findRules(
  database: Queryable,
  environmentId: string,
  { topicId, subscriberIds }: Members,
): Promise<Map<SubscriberId, SubscriptionRules>> {
  const rows = await database.query<{ subscriberId: SubscriberId; rules: SubscriptionRules }>(sql`
    select m.subscriber_id as "subscriberId", m.preferences as rules from topic_members m
    where m.environment_id = ${environmentId} and m.topic_id = ${topicId}
      and m.subscriber_id = any(${subscriberIds}) and m.preferences is not null`);
  return new Map(rows.map(({ subscriberId, rules }) => [subscriberId, rules]));
}

/** Locks a membership. @returns its rules; undefined if it does not exist any more. */
export async function lockRules(
  tx: Queryable,
  environmentId: string,
  { topicId, subscriberId }: { topicId: string; subscriberId: SubscriberId },
): Promise<SubscriptionRules | undefined> {
  const [row] = await tx.query<{ rules: SubscriptionRules | null }>(sql`
    select m.preferences as rules from topic_members m
    where m.environment_id = ${environmentId} and m.topic_id = ${topicId} and m.subscriber_id = ${subscriberId}
    for update`);
  return row && (row.rules ?? {});
}

/** Replaces the rules of the members; memberships that do not exist are skipped. */
export async function saveRules(
  tx: Queryable,
  environmentId: string,
  { topicId, subscriberIds, rules }: Members & { rules: SubscriptionRules },
): Promise<void> {
  const stored = Object.keys(rules).length > 0 ? JSON.stringify(rules) : null;
  await tx.query(sql`
    with held as materialized (
      select m.subscriber_id from topic_members m
      where m.environment_id = ${environmentId} and m.topic_id = ${topicId} and m.subscriber_id = any(${subscriberIds})
      order by m.subscriber_id for update
    )
    update topic_members m set preferences = ${stored}::jsonb, updated_at = now() from held
    where m.environment_id = ${environmentId} and m.topic_id = ${topicId} and m.subscriber_id = held.subscriber_id`);
}

/** A topic of a trigger, and whether any of its members has rules. */
export type ReachedTopic = { id: string; hasRules: boolean };

/**
 * Finds the topics of a trigger. An index of the members with rules answers whether there are any: 0.01 ms for a topic
 * of 100,000 members. With `exists`, PostgreSQL reads the whole table where one member in 16 has rules (6 ms).
 */
export async function findReachedTopics(
  database: Queryable,
  environmentId: string,
  keys: readonly string[],
): Promise<ReachedTopic[]> {
  return database.query<ReachedTopic>(sql`
    select t.id, (
      select m.subscriber_id from topic_members m
      where m.environment_id = ${environmentId} and m.topic_id = t.id and m.preferences is not null
      order by m.subscriber_id limit 1) is not null as "hasRules"
    from topics t where t.environment_id = ${environmentId} and t.key = any(${[...new Set(keys)]})`);
}

/** Members that the topics of a trigger reach. */
export type RuledReading = {
  topicIds: readonly string[];
  /** Memberships created after this moment are not looked at. */
  createdBefore: Date;
  subscriberIds: readonly SubscriberId[];
  workflowId: WorkflowId;
  /** Bytes of JSON that are read at most, except for a single member. */
  maxBytes: number;
};

/** The rules of all memberships of a member; null where they exceed the bytes together with those before. */
export type RuledMember = { subscriberId: SubscriberId; rules: SubscriptionRule[] | null };

/**
 * Those members of the topics for whom each membership has a rule for the workflow, and none of these rules is enabled
 * without a condition; in the order of their ids. All other members are reached whatever the payload is.
 */
export async function findRuledMembers(
  database: Queryable,
  environmentId: string,
  { topicIds, createdBefore, subscriberIds, workflowId, maxBytes }: RuledReading,
): Promise<RuledMember[]> {
  const ofTopics = sql`m.topic_id = any(${topicIds}) and m.created_at <= ${createdBefore}`;
  const rule = sql`m.preferences -> ${workflowId}::text`;
  const decides = sql`(${rule} -> 'condition' is not null or ${rule} -> 'enabled' = 'false')`;
  return database.query<RuledMember>(sql`
    with candidate as (
      select distinct m.subscriber_id from topic_members m
      where m.environment_id = ${environmentId} and ${ofTopics} and m.subscriber_id = any(${subscriberIds})
        and m.preferences is not null
    ), ruled as (
      select m.subscriber_id, json_agg(${rule} order by m.topic_id) as rules,
        sum(octet_length((${rule})::text)) as bytes
      from candidate join topic_members m on m.subscriber_id = candidate.subscriber_id
      where m.environment_id = ${environmentId} and ${ofTopics}
      group by m.subscriber_id having bool_and(coalesce(${decides}, false))
    ), counted as (
      select subscriber_id, rules, sum(bytes) over (order by subscriber_id) as total,
        row_number() over (order by subscriber_id) as place
      from ruled
    )
    select subscriber_id as "subscriberId", case when total <= ${maxBytes} or place = 1 then rules end as rules
    from counted order by subscriber_id`);
}

/** The topic of one of the subscriber's own memberships. */
export type OwnTopic = { topicId: string; topicKey: string };

/** The first membership of the subscriber, in any topic, with this id or identifier, or this default identifier. */
export async function findOwnTopic(
  database: Queryable,
  environmentId: string,
  {
    subscriberId,
    subscriberKey,
    identifier,
  }: { subscriberId: SubscriberId; subscriberKey: string; identifier: string },
): Promise<OwnTopic | undefined> {
  const byDefault = sql`('tk_' || t.key || ':si_' || ${subscriberKey}::text)`;
  const [row] = await database.query<OwnTopic>(sql`
    select t.id as "topicId", t.key as "topicKey"
    from topic_members m join topics t on t.environment_id = ${environmentId} and t.id = m.topic_id
    where m.environment_id = ${environmentId} and m.subscriber_id = ${subscriberId}
      and (m.identifier = ${identifier} or m.id = ${identifier} or ${byDefault} = ${identifier}
        or starts_with(${identifier}, ${byDefault} || ':ctx_'))
    order by m.id limit 1`);
  return row;
}
