import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { environmentsWithWork, type QueueTable } from "./claim-store.ts";

/** The depth of one queue. */
export type QueueLook = {
  queue: "jobs" | "triggers";
  /** Due rows that are not claimed; counted up to `MAX_COUNTED`. */
  ready: number;
  /** Seconds for which the oldest of them has been due; 0 without any. */
  oldestAgeSeconds: number;
};

const TABLES: Readonly<Record<QueueLook["queue"], QueueTable>> = { jobs: "jobs", triggers: "fanouts" };

/** Counting stops here: counting on would read the index for seconds. */
export const MAX_COUNTED = 100_000;

/**
 * Counts due rows by the index of due rows alone, environment by environment, at most `MAX_COUNTED` in all.
 * Environments with a held test clock are left out: they do not wait for a worker.
 */
export async function lookAtQueue(
  database: Queryable,
  queue: QueueLook["queue"],
  max = MAX_COUNTED,
): Promise<QueueLook> {
  const name = TABLES[queue];
  const table = raw(name);
  const rows = await database.query<{ ready: number; age: number | null }>(sql`
    ${environmentsWithWork(name, [])}, oldest as (
      select min(first.due_at) as due_at from environment cross join lateral (
        select due_at from ${table} where environment_id = environment.id and due_at is not null order by due_at limit 1
      ) first where not environment."isFrozen"
    ), ready as (
      select 1 from environment cross join lateral (
        select 1 from ${table} where environment_id = environment.id and due_at <= now() limit ${max}
      ) due where not environment."isFrozen" limit ${max}
    )
    select (select count(*) from ready)::integer as ready,
      extract(epoch from now() - (select due_at from oldest))::float8 as age`);
  const [look] = rows;
  return { queue, ready: look?.ready ?? 0, oldestAgeSeconds: Math.max(0, look?.age ?? 0) };
}
