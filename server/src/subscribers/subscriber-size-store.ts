import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberKey } from "../foundation/ids.ts";

/** How many subscribers from the start of the list have `data` of at most `maxBytes` together. */
export async function countWithinBytes(
  database: Queryable,
  environmentId: string,
  subscriberKeys: readonly SubscriberKey[],
  maxBytes: number,
): Promise<number> {
  const rows = await database.query<{ count: number }>(sql`
    select count(*)::integer as count from (
      select sum(coalesce(octet_length(s.data::text), 0)) over (order by requested.place) as bytes
      from unnest(${subscriberKeys}::text[]) with ordinality as requested(id, place)
      left join subscribers s on s.environment_id = ${environmentId} and s.subscriber_id = requested.id
    ) summed where bytes <= ${maxBytes}`);
  return rows[0]?.count ?? 0;
}
