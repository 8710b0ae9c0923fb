import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberKey } from "../foundation/ids.ts";

/**
 * The first `limit` subscribers of each topic (their keys, in the order they joined), by the topic's id.
 */
export async function findFirstSubscribers(
  database: Queryable,
  environmentId: string,
  { topicIds, limit }: { topicIds: readonly string[]; limit: number },
): Promise<Map<string, SubscriberKey[]>> {
  const rows = await database.query<{ topicId: string; subscribers: SubscriberKey[] }>(sql`
    select requested.id as "topicId", array(
      select s.subscriber_id from (
        select m.id, m.subscriber_id from topic_members m
        where m.environment_id = ${environmentId} and m.topic_id = requested.id order by m.id limit ${limit}
      ) m join subscribers s on s.environment_id = ${environmentId} and s.id = m.subscriber_id order by m.id
    ) as subscribers
    from unnest(${topicIds}::text[]) as requested(id)`);
  return new Map(rows.map(({ topicId, subscribers }) => [topicId, subscribers]));
}
