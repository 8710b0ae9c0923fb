import sql from "sql-template-tag";
import type { Queryable } from "./database.ts";

const underWay = new WeakMap<Queryable, Promise<void>>();

/** Answers when the database does. Those who ask at the same moment share one statement. */
export function ping(database: Queryable): Promise<void> {
  const known = underWay.get(database);
  if (known) return known;
  const asked = database
    .query(sql`select 1`)
    .then(() => {})
    .finally(() => underWay.delete(database));
  underWay.set(database, asked);
  return asked;
}
