import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { bytesOf } from "../database/page-bytes.ts";
import { type CountedPage, readPage } from "../database/read-page.ts";
import type { PageRequest } from "../foundation/cursor-page.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import { MEMBER_COLUMNS } from "./member-store.ts";
import type { Member } from "./topic.ts";

/** The topic or subscriber whose memberships are listed; and a filter. */
export type MemberSearch =
  | { topicId: string; onlySubscriberKey?: SubscriberKey | undefined; page: PageRequest }
  | { subscriberId: SubscriberId; onlyTopicKey?: string | undefined; page: PageRequest };

/** Each listed membership includes the data of its topic. */
const TOPIC_BYTES = sql`(
  select ${bytesOf("t.data")} from topics t where t.environment_id = l.environment_id and t.id = l.topic_id)`;

/** One page of a topic's members or of a subscriber's memberships, in the order of their creation. */
export async function listMembers(
  database: Queryable,
  environmentId: string,
  search: MemberSearch,
): Promise<CountedPage<Member>> {
  const scope = sql`l.environment_id = ${environmentId} and ${memberScope(environmentId, search)}`;
  const found = await readPage(database, { table: "topic_members", scope, bytes: TOPIC_BYTES }, search.page);
  const ids = found.data.map(({ id }) => id);
  const data = await database.query<Member>(sql`
    select ${MEMBER_COLUMNS}
    from (select l.* from topic_members l where ${scope} and l.id = any(${ids})) m
    join subscribers s on s.environment_id = ${environmentId} and s.id = m.subscriber_id
    order by array_position(${ids}::text[], m.id)`);
  return { ...found, data };
}

function memberScope(environmentId: string, search: MemberSearch): Sql {
  if ("topicId" in search) {
    const { topicId, onlySubscriberKey } = search;
    const only = sql`(
      select s.id from subscribers s
      where s.environment_id = ${environmentId} and s.subscriber_id = ${onlySubscriberKey})`;
    return sql`l.topic_id = ${topicId} and ${onlySubscriberKey ? sql`l.subscriber_id = ${only}` : sql`true`}`;
  }
  const { subscriberId, onlyTopicKey } = search;
  const only = sql`(
    select t.id from topics t where t.environment_id = ${environmentId} and t.key = ${onlyTopicKey})`;
  return sql`l.subscriber_id = ${subscriberId} and ${onlyTopicKey ? sql`l.topic_id = ${only}` : sql`true`}`;
}
