import sql from "sql-template-tag";
import type { Queryable } from "./database.ts";

export async function notify(database: Queryable, channel: string): Promise<void> {
  await database.query(sql`select pg_notify(${channel}, '')`);
}
