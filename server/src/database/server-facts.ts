import sql from "sql-template-tag";
import type { Queryable } from "./database.ts";

/** What a PostgreSQL server says about itself. */
export type ServerFacts = {
  /** Such as `15.14 (Debian 15.14-0+deb12u1)`. */
  version: string;
  majorVersion: number;
  /** Of the database: UTF8. */
  encoding: string;
  /** Connections that clients without special rights may have together, and those that they have now, this one not counted. */
  maxConnections: number;
  usedConnections: number;
  /** The process that uses an embedded server, such as `tidings instance, process 4711`; null if none does. */
  holder: string | null;
};

/** PostgreSQL shows no type of the connections of other users. */
export async function readServerFacts(database: Queryable): Promise<ServerFacts> {
  const [facts] = await database.query<ServerFacts>(sql`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::integer / 10000 as "majorVersion",
      current_setting('server_encoding') as encoding,
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true), '0')::integer as "maxConnections",
      (select count(*)::integer from pg_stat_activity
        where usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'
          and pid <> pg_backend_pid()) as "usedConnections",
      (select application_name from pg_stat_activity
        where application_name like 'tidings instance, process %' limit 1) as holder`);
  if (!facts) throw new Error("the server said nothing about itself");
  return facts;
}

/** How far the clock of the database is ahead of this machine's, and how far that may be wrong: half of the way there and back. */
export type ClockDifference = { aheadMs: number; uncertaintyMs: number };

/** @param nowMs the clock of this machine. */
export async function readClockDifference(
  database: Queryable,
  nowMs: () => number,
): Promise<ClockDifference> {
  const sentAtMs = nowMs();
  const [row] = await database.query<{ ms: number }>(sql`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);
  const uncertaintyMs = (nowMs() - sentAtMs) / 2;
  return { aheadMs: (row?.ms ?? 0) - sentAtMs - uncertaintyMs, uncertaintyMs };
}
