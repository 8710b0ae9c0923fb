import type { Channel } from "@tidings/contract";
import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";

/** The channel of an integration, also of a deleted one; undefined if there never was one with this id. */
export async function findIntegrationChannel(
  database: Queryable,
  environmentId: string,
  id: string,
): Promise<Channel | undefined> {
  const rows = await database.query<{ channel: Channel }>(sql`
    select channel from integrations where environment_id = ${environmentId} and id = ${id}`);
  return rows[0]?.channel;
}
