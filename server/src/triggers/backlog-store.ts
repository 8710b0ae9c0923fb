import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";

/** How many fan-outs and jobs of an environment are due and with no worker; counted no further than `most`. */
export async function countReady(database: Queryable, environmentId: string, most: number): Promise<number> {
  const rows = await database.query<{ count: number }>(sql`
    select count(*)::integer as count from (
      (select 1 from triggers where environment_id = ${environmentId} and due_at <= now() limit ${most})
      union all
      (select 1 from jobs where environment_id = ${environmentId} and due_at <= now() limit ${most})
    ) ready`);
  return rows[0]?.count ?? 0;
}
