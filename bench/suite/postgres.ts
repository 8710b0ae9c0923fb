import { appendFileSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "@tidings/server/embedded";
import pg from "pg";
import { pino } from "pino";
import { onInterruption } from "../interruption.ts";
import { newDataDirectory } from "../serving.ts";
import type { Options, Root, Round, Statements } from "./workload.ts";

/** The embedded PostgreSQL of a data directory, seen from outside. */

const log = pino({ level: "silent" });
/** The extension costs nothing while it tracks nothing. */
const SETTINGS = "shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track = none\n";
const RELOAD_MS = 300;
const REPORTED_AFTER_MS = 10_500;
const CONNECTIONS = 100;

/** Creates the cluster of a new data directory, which then can count statements. */
export async function prepareCluster(dataDirectory: string): Promise<void> {
  const server = await startEmbedded({ directory: dataDirectory, log });
  await server.stop();
  appendFileSync(`${dataDirectory}/postgres/postgresql.conf`, SETTINGS);
}

/** A new cluster without a service, in a temporary directory. */
export type Cluster = {
  readonly dataDirectory: string;
  /** Stops the server and removes the directory. */
  remove(): Promise<void>;
};

/** Starts PostgreSQL with the settings of the service. Default of `maxConnections`: 100. */
export async function openCluster(maxConnections = CONNECTIONS): Promise<Cluster> {
  const dataDirectory = await newDataDirectory();
  const removeDirectory = () => rm(dataDirectory, { recursive: true, force: true });
  try {
    await prepareCluster(dataDirectory);
    const server = await startEmbedded({ directory: dataDirectory, log, maxConnections });
    onInterruption(() => server.stop());
    const remove = async () => {
      await server.stop();
      await removeDirectory();
    };
    return { dataDirectory, remove };
  } catch (error) {
    await removeDirectory();
    throw error;
  }
}

export function connectionTo(dataDirectory: string, database = "tidings") {
  return { host: `${dataDirectory}/postgres`, port: 5432, user: "tidings", database };
}

export function urlOf(dataDirectory: string, name?: string): string {
  const { host, port, user, database } = connectionTo(dataDirectory, name);
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

export async function withClient<Result>(
  dataDirectory: string,
  work: (client: pg.Client) => Promise<Result>,
  database?: string,
): Promise<Result> {
  const client = new pg.Client(connectionTo(dataDirectory, database));
  await client.connect();
  return work(client).finally(() => client.end());
}

export function postmasterOf(dataDirectory: string): Root {
  const file = readFileSync(`${dataDirectory}/postgres/postmaster.pid`, "utf8");
  return { name: "PostgreSQL", pid: Number.parseInt(file, 10) };
}

/** Runs `work` while the statements in the database "tidings" are counted; in a quick run without rows. */
export function countStatements(
  dataDirectory: string,
  work: () => Promise<Round>,
  { isQuick }: Options,
): Promise<{ round: Round; counted: Statements }> {
  // In another database, whose statements are not counted.
  const count = async (client: pg.Client) => {
    await client.query("create extension if not exists pg_stat_statements");
    await client.query("select pg_stat_statements_reset()");
    const writtenBefore = isQuick ? 0 : await writtenRows(client);
    await track(client, "top");
    const round = await work();
    await track(client, "none");
    const { rows } = await client.query<Statements>(
      `select sum(s.calls)::float8 as statements, sum(s.wal_bytes)::float8 as "walBytes"
       from pg_stat_statements s join pg_database d on d.oid = s.dbid where d.datname = 'tidings'`,
    );
    const counted = rows[0] as Statements;
    if (isQuick) return { round, counted };
    return { round, counted: { ...counted, writtenRows: (await writtenRows(client)) - writtenBefore } };
  };
  return withClient(dataDirectory, count, "postgres");
}

/** Rows that were inserted, updated or deleted; pg_stat_statements does not see those of statements with `with`. */
async function writtenRows(client: pg.Client): Promise<number> {
  // An idle backend reports its numbers after ten seconds.
  await sleep(REPORTED_AFTER_MS);
  const { rows } = await client.query<{ written: number }>(
    `select (tup_inserted + tup_updated + tup_deleted)::float8 as written
     from pg_stat_database where datname = 'tidings'`,
  );
  return rows[0]?.written ?? 0;
}

async function track(client: pg.Client, what: "top" | "none"): Promise<void> {
  await client.query(`alter system set pg_stat_statements.track = '${what}'`);
  await client.query("select pg_reload_conf()");
  await sleep(RELOAD_MS);
}
