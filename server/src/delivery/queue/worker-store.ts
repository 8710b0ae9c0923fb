import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { RetentionRule } from "../../database/purge.ts";
import { LEASE_SECONDS } from "./lease.ts";

/**
 * A worker with a heartbeat within this time counts as alive. Shorter than a lease, so that a crashed worker counts
 * as dead before its leases expire. The table has no environments: a worker works for all of them.
 */
export const ALIVE_SECONDS = LEASE_SECONDS / 2;

/** Stores a heartbeat. */
export async function saveHeartbeat(database: Queryable, workerId: number): Promise<void> {
  await database.query(sql`
    insert into workers (id) values (${workerId}) on conflict (id) do update set seen_at = now()`);
}

export type WorkersSeen = { count: number; seenAt: Date | null };

/** The number of workers that are alive, and the newest heartbeat of all. */
export async function readWorkers(database: Queryable): Promise<WorkersSeen> {
  const [seen] = await database.query<WorkersSeen>(sql`
    select count(*) filter (where seen_at > now() - interval '${raw(String(ALIVE_SECONDS))} seconds')::integer as count,
      max(seen_at) as "seenAt"
    from workers`);
  return seen ?? { count: 0, seenAt: null };
}

/** Whether any worker is alive. */
export async function hasLivingWorkers(database: Queryable): Promise<boolean> {
  const living = await database.query(sql`
    select from workers where seen_at > now() - interval '${raw(String(ALIVE_SECONDS))} seconds' limit 1`);
  return living.length > 0;
}

/** The channel of work notifications; their payload is `workerId passes`. */
export const WORK_CHANNEL = "tidings_work";

/** Seconds for which a process that has no worker notifies the same worker: few workers with large batches cost least. */
const SAME_WORKER_SECONDS = 5;

/** Which worker is notified: a random one except `otherThan`, or without it the one whose turn it is. */
export type Notified = {
  otherThan?: number;
  /** How often a worker without room may pass the notification on. */
  passes: number;
};

/** Notifies one living worker that there is work. */
export async function notifyOneWorker(database: Queryable, { otherThan, passes }: Notified): Promise<void> {
  const order =
    otherThan === undefined
      ? sql`hashint8(id # (extract(epoch from now()) / ${SAME_WORKER_SECONDS})::bigint)`
      : sql`random()`;
  await database.query(sql`
    select pg_notify(${WORK_CHANNEL}, concat_ws(' ', id, ${passes}::integer)) from (
      select id from workers where id <> ${otherThan ?? 0}
        and seen_at > now() - interval '${raw(String(ALIVE_SECONDS))} seconds'
      order by ${order} limit 1) one`);
}

/** Whether the worker with this id is alive, as seen by the asking worker. */
export function isAlive(id: Sql, askedBy: number): Sql {
  return sql`(${id} = ${askedBy} or exists (select from workers w where w.id = ${id}
    and w.seen_at > now() - interval '${raw(String(ALIVE_SECONDS))} seconds'))`;
}

/** Workers without a heartbeat for a day: each process is a new worker. */
export const STALE_WORKERS: RetentionRule = {
  name: "workers that are gone",
  purge: async (database, limit) => {
    const gone = await database.query(sql`
      delete from workers where id in (
        select id from workers where seen_at < now() - interval '24 hours' limit ${limit} for update skip locked)
      returning id`);
    return gone.length;
  },
};
