import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";

/** Counts due triggers and jobs of an environment that are not claimed; stops at `max`. */
export async function countReady(database: Queryable, environmentId: string, max: number): Promise<number> {
  const rows = await database.query<{ count: number }>(sql`
    select count(*)::integer as count from (
      (select 1 from fanouts where environment_id = ${environmentId} and due_at <= now() limit ${max})
      union all
      (select 1 from jobs where environment_id = ${environmentId} and due_at <= now() limit ${max})
    ) ready`);
  return rows[0]?.count ?? 0;
}
