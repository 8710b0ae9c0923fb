import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "@tidings/server/embedded";
import pg from "pg";
import { pino } from "pino";
import { killProcess, makeDirectory, removeDirectory } from "./cleanup.ts";
import type { Upstream } from "./fault-proxy.ts";
import { HANG_MS } from "./waiting.ts";

/** A PostgreSQL for one run: a private one in a temporary directory, or the server that DATABASE_URL names. */
export type Postgres = {
  /** The address for the fault proxy. */
  readonly upstream: Upstream;
  /** User and optional password, in URL syntax. */
  readonly userInfo: string;
  connect(database: string): Promise<pg.Client>;
  createDatabase(name: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  readonly isRunning: boolean;
  /** The data directory; empty for a server that is not ours. */
  readonly directory: string;
  /** kill -9 of one backend: PostgreSQL then closes all other connections and restarts itself. */
  killBackend(pid: number): void;
  /** kill -9 of the postmaster and all its children, or an immediate shutdown; resolves when all have ended. */
  kill(signal: "SIGKILL" | "SIGQUIT"): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Then the server is killed. */
const STOP_TIMEOUT_MS = 10_000;

export const silentLogger = pino({ level: "silent" });

export function openPostgres(url: string | undefined): Promise<Postgres> {
  return url ? openNamed(url) : openPrivate({});
}

type PrivateOptions = { directory?: string; maxConnections?: number };

export async function openPrivate({
  directory = makeDirectory("postgres"),
  maxConnections = 200,
}: PrivateOptions): Promise<Postgres> {
  const start = () => startEmbedded({ directory, log: silentLogger, maxConnections, onLost: () => {} });
  let server = await start();
  const { host, port, user } = server.connection;
  return {
    ...databases(() => ({ host, port, user })),
    upstream: { path: join(host, `.s.PGSQL.${port}`) },
    userInfo: user,
    directory,
    get isRunning() {
      return isAlive(server.pid);
    },
    killBackend: (pid) => {
      if (childrenOf(server.pid).includes(pid)) killProcess(pid);
    },
    kill: async (signal) => {
      const pids = [server.pid, ...childrenOf(server.pid)];
      if (signal === "SIGKILL") for (const pid of pids) killProcess(pid);
      else process.kill(server.pid, signal);
      await waitForExit(pids);
    },
    start: async () => {
      server = await start();
    },
    stop: async () => {
      const late = new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref());
      await Promise.race([server.stop().catch(() => {}), late]);
      removeDirectory(directory);
    },
  };
}

async function openNamed(url: string): Promise<Postgres> {
  const { hostname, port, username, password, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? hostname;
  const number = Number(port || 5432);
  const upstream = host.startsWith("/") ? { path: join(host, `.s.PGSQL.${number}`) } : { host, port: number };
  const refuse = async () => {
    throw new Error("the harness must not stop the server that DATABASE_URL names");
  };
  const user = decodeURIComponent(username);
  return {
    ...databases(() => ({
      host,
      port: number,
      user,
      ...(password ? { password: decodeURIComponent(password) } : {}),
    })),
    upstream,
    userInfo: password ? `${username}:${password}` : username,
    isRunning: true,
    directory: "",
    killBackend: () => {},
    kill: refuse,
    start: refuse,
    stop: async () => {},
  };
}

function databases(
  address: () => pg.ClientConfig,
): Pick<Postgres, "connect" | "createDatabase" | "dropDatabase"> {
  const connect = async (database: string): Promise<pg.Client> => {
    const client = new pg.Client({ ...address(), database, ssl: false, connectionTimeoutMillis: HANG_MS });
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  const execute = async (statement: string): Promise<void> => {
    const client = await connect("postgres");
    await client.query(statement).finally(() => client.end());
  };
  return {
    connect,
    createDatabase: (name) => execute(`create database ${name}`),
    dropDatabase: (name) => execute(`drop database if exists ${name} with (force)`),
  };
}

export type Backend = { pid: number; isListening: boolean };

/** The connections of the Tidings processes, from pg_stat_activity. */
export async function backendsOf(client: pg.Client): Promise<Backend[]> {
  const { rows } = await client.query<Backend>(
    `select pid, query = 'listen "tidings_work"' as "isListening" from pg_stat_activity
      where application_name = 'tidings'`,
  );
  return rows;
}

export async function endBackend(client: pg.Client, { pid }: Backend): Promise<void> {
  await client.query("select pg_terminate_backend($1)", [pid]);
}

/** Switches to the next WAL file, which needs disk space. */
export async function useUpLogFile(client: pg.Client): Promise<void> {
  await client.query("select pg_switch_wal()");
}

/** Backends and auxiliary processes; Linux only. */
export function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

/** A zombie has ended too; its parent has not read its exit status yet. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2)[0] !== "Z";
  } catch {
    return false;
  }
}

export async function waitForExit(pids: readonly number[], timeoutMs = HANG_MS): Promise<void> {
  for (const end = performance.now() + timeoutMs; pids.some(isAlive) && performance.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 5));
}
