import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { Topic, TopicProfile } from "./topic.ts";

export const TOPIC_COLUMNS = raw(
  `t.id, t.key, t.name, t.data, t.created_at as "createdAt", t.updated_at as "updatedAt"`,
);

export async function findTopicsByKey(
  database: Queryable,
  environmentId: string,
  keys: readonly string[],
): Promise<Topic[]> {
  return database.query<Topic>(sql`
    select ${TOPIC_COLUMNS} from topics t
    where t.environment_id = ${environmentId} and t.key = any(${[...new Set(keys)]})`);
}

export async function findTopic(
  database: Queryable,
  environmentId: string,
  key: string,
): Promise<Topic | undefined> {
  return (await findTopicsByKey(database, environmentId, [key]))[0];
}

export type NewTopic = { id: string; key: string; profile: TopicProfile };

/** Undefined when there is one with that key, which is left as it is. */
export async function insertTopic(
  database: Queryable,
  environmentId: string,
  { id, key, profile }: NewTopic,
): Promise<Topic | undefined> {
  const rows = await database.query<Topic>(sql`
    insert into topics as t (environment_id, id, key, name, data)
    select ${environmentId}, ${id}, ${key}, l.name, l.data from ${profileRow(profile)} l
    on conflict (environment_id, key) do nothing
    returning ${TOPIC_COLUMNS}`);
  return rows[0];
}

/** Makes the topic, or tells the one that exists what is new; whoever else does so at the same moment. */
export async function upsertTopic(
  database: Queryable,
  environmentId: string,
  { id, key, profile }: NewTopic,
): Promise<{ topic: Topic; isNew: boolean }> {
  // A row that was inserted has never been locked or replaced: its xmax is 0.
  const rows = await database.query<Topic & { isNew: boolean }>(sql`
    insert into topics as t (environment_id, id, key, name, data)
    select ${environmentId}, ${id}, ${key}, l.name, l.data from ${profileRow(profile)} l
    on conflict (environment_id, key) do update set
      (name, data, updated_at) = (
        select ${takeIfNamed("name")}, ${takeIfNamed("data")}, greatest(now(), t.updated_at) from ${profileRow(profile)} l)
    returning ${TOPIC_COLUMNS}, t.xmax = 0 as "isNew"`);
  const { isNew, ...topic } = rows[0] as Topic & { isNew: boolean };
  return { topic, isNew };
}

/** What the profile names is set (null erases), the rest stays. */
export async function updateTopic(
  database: Queryable,
  environmentId: string,
  { key, profile }: { key: string; profile: TopicProfile },
): Promise<Topic | undefined> {
  const rows = await database.query<Topic>(sql`
    update topics t set
      name = ${takeIfNamed("name")}, data = ${takeIfNamed("data")}, updated_at = greatest(now(), t.updated_at)
    from ${profileRow(profile)} l
    where t.environment_id = ${environmentId} and t.key = ${key}
    returning ${TOPIC_COLUMNS}`);
  return rows[0];
}

/** What is told about a topic, and which fields that names. */
function profileRow(profile: TopicProfile): Sql {
  const text = JSON.stringify(profile);
  return sql`(
    select x.name, x.data, ${text}::jsonb as named from json_to_record(${text}::json) as x(name text, data json))`;
}

function takeIfNamed(field: keyof TopicProfile): Sql {
  return raw(`case when l.named ? '${field}' then l.${field} else t.${field} end`);
}

/** Keeps the topic from being deleted until the transaction ends; others may still change it and its members. */
export async function lockTopic(
  database: Queryable,
  environmentId: string,
  key: string,
): Promise<Topic | undefined> {
  const rows = await database.query<Topic>(sql`
    select ${TOPIC_COLUMNS} from topics t
    where t.environment_id = ${environmentId} and t.key = ${key} for key share`);
  return rows[0];
}

/** With the members that are left. False when there was none. */
export async function deleteTopicRow(
  database: Queryable,
  environmentId: string,
  id: string,
): Promise<boolean> {
  const rows = await database.query<{ id: string }>(sql`
    delete from topics where environment_id = ${environmentId} and id = ${id} returning id`);
  return rows.length === 1;
}

/** Part of the members of some topics, from a place on. */
export type MemberReading = {
  topicIds: readonly string[];
  /** Subscribers, by our ids, that are passed over. */
  excluded: readonly string[];
  /** Our id of the last subscriber that was read; "" at first. */
  after: string;
  /** Who became a member later is none. */
  createdBefore: Date;
  limit: number;
};

/**
 * The next members of all the topics together in the order of our subscriber id, each once; fewer than `limit` only at
 * the end. Each topic's part of the index is read in order and the parts are merged as far as is needed, so that a
 * piece costs the same wherever it starts: 500 of 1,000,000 members in three topics that overlap take 5 ms. `distinct`
 * would not do: PostgreSQL expects few members and collects them all (1.7 s).
 */
export async function nextTopicMembers(
  database: Queryable,
  environmentId: string,
  { topicIds, excluded, after, createdBefore, limit }: MemberReading,
): Promise<{ id: string; subscriberId: string }[]> {
  if (topicIds.length === 0) return [];
  const parts = [...new Set(topicIds)].map(
    (topicId) => sql`(
      select m.subscriber_id from topic_members m
      where m.environment_id = ${environmentId} and m.topic_id = ${topicId} and m.subscriber_id > ${after}
        and m.created_at <= ${createdBefore} and m.subscriber_id <> all(${excluded}::text[])
      order by m.subscriber_id limit ${limit})`,
  );
  return database.queryPlanned<{ id: string; subscriberId: string }>(sql`
    select s.id, s.subscriber_id as "subscriberId"
    from (
      select merged.subscriber_id from (
        select p.subscriber_id, lag(p.subscriber_id) over (order by p.subscriber_id) as previous
        from (${join(parts, " union all ")}) p
      ) merged
      where merged.subscriber_id is distinct from merged.previous order by merged.subscriber_id limit ${limit}
    ) m
    join subscribers s on s.environment_id = ${environmentId} and s.id = m.subscriber_id order by s.id`);
}
