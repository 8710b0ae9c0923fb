import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { RetentionRule } from "../../database/purge.ts";
import { LEASE_SECONDS } from "./lease.ts";

/**
 * Who was seen within this time lives. Shorter than a lease: whoever dies is dead by this by the time its leases end.
 * The table is without environments: a worker works for all of them.
 */
export const ALIVE_SECONDS = LEASE_SECONDS / 2;

/** A sign of life. */
export async function saveHeartbeat(database: Queryable, workerId: number): Promise<void> {
  await database.query(sql`
    insert into workers (id) values (${workerId}) on conflict (id) do update set seen_at = now()`);
}

/** Whether any worker lives. */
export async function hasLivingWorkers(database: Queryable): Promise<boolean> {
  const living = await database.query(sql`
    select from workers where seen_at > now() - interval '${raw(String(ALIVE_SECONDS))} seconds' limit 1`);
  return living.length > 0;
}

/** Lives the worker with this id, as the one sees it who asks? */
export function isAlive(id: Sql, askedBy: number): Sql {
  return sql`(${id} = ${askedBy} or exists (select from workers w where w.id = ${id}
    and w.seen_at > now() - interval '${raw(String(ALIVE_SECONDS))} seconds'))`;
}

/** Workers that have not been seen for a day: each process is another one. */
export const STALE_WORKERS: RetentionRule = {
  name: "workers that are gone",
  purge: async (database, limit) => {
    const gone = await database.query(sql`
      delete from workers where id in (
        select id from workers where seen_at < now() - interval '1 day' limit ${limit} for update skip locked)
      returning id`);
    return gone.length;
  },
};
