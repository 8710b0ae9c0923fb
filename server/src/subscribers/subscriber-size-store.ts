import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";

/** How many of the subscribers, by the caller's ids in their order, hold at most so many bytes together. */
export async function countWithinBytes(
  database: Queryable,
  environmentId: string,
  subscriberIds: readonly string[],
  maxBytes: number,
): Promise<number> {
  const rows = await database.query<{ count: number }>(sql`
    select count(*)::integer as count from (
      select sum(coalesce(octet_length(s.data::text), 0)) over (order by wanted.place) as bytes
      from unnest(${subscriberIds}::text[]) with ordinality as wanted(id, place)
      left join subscribers s on s.environment_id = ${environmentId} and s.subscriber_id = wanted.id
    ) summed where bytes <= ${maxBytes}`);
  return rows[0]?.count ?? 0;
}
