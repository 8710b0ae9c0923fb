import sql from "sql-template-tag";
import type { Queryable } from "./database.ts";

/** Answers when the database does. */
export async function ping(database: Queryable): Promise<void> {
  await database.query(sql`select 1`);
}
