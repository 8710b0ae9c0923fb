import sql from "sql-template-tag";
import type { Queryable } from "./database.ts";

const underWay = new WeakMap<Queryable, Promise<void>>();

/** Resolves when the database answers. Concurrent calls share one statement. */
export function ping(database: Queryable): Promise<void> {
  const known = underWay.get(database);
  if (known) return known;
  const pinging = database
    .query(sql`select 1`)
    .then(() => {})
    .finally(() => underWay.delete(database));
  underWay.set(database, pinging);
  return pinging;
}
