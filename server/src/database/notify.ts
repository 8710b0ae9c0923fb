import sql from "sql-template-tag";
import type { Queryable } from "./database.ts";

/** Sends several notifications with one statement; a payload has at most 7,999 bytes. */
export async function notifyAll(
  database: Queryable,
  channel: string,
  payloads: readonly string[],
): Promise<void> {
  await database.query(sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`);
}
