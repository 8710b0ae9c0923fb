import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Connection, Database } from "./database/database.ts";
import { classifyDatabaseError, isReadOnly } from "./database/database-error.ts";
import { type Databases, openDatabases } from "./database/databases.ts";
import { isHeld } from "./database/embedded/backup.ts";
import { existingClusterPaths } from "./database/embedded/cluster-paths.ts";
import { type EmbeddedServer, startEmbedded } from "./database/embedded/embedded.ts";
import { migrate } from "./database/migrate.ts";
import type { Time } from "./foundation/clock.ts";
import type { Log } from "./foundation/log.ts";
import type { LoopDelay } from "./foundation/loop-delay.ts";
import type { Keyring } from "./foundation/secrets.ts";
import type { Settings } from "./foundation/settings.ts";
import { within } from "./foundation/within.ts";

/** The database and the directory beside it, ready for use. */
export type Store = {
  readonly databases: Databases;
  /** The workers' pool; also for migrations, the first start and commands. */
  readonly database: Database;
  readonly dataDirectory: string;
  readonly outboxDirectory: string;
  /** For messages: `embedded PostgreSQL 18.4`, or the host and database name of the server. */
  readonly description: string;
  readonly migrationsApplied: number;
  /** True for the embedded server, whose lock guarantees that no other process uses it. */
  readonly isOurs: boolean;
  /** True while a store restored from a backup is not released: workers claim nothing. */
  isHeld(): boolean;
  close(): Promise<void>;
};

export type StoreParts = {
  settings: Pick<Settings, "dataDir" | "databaseUrl">;
  log: Log;
  time: Time;
  /** Default: never late; for commands. */
  loopDelay?: LoopDelay;
  /** Required to read or write sealed columns. */
  keyring?: Keyring;
  /** Called with a message before a slow step: the first start takes seconds. */
  say?: (text: string) => Promise<void>;
};

/** Opens the embedded store or the database of the settings, and migrates it. */
export async function openStore({
  settings,
  log,
  time,
  loopDelay,
  keyring,
  say,
}: StoreParts): Promise<Store> {
  const dataDirectory = resolve(settings.dataDir);
  const isFirst = !settings.databaseUrl && !existingClusterPaths(dataDirectory, false);
  if (isFirst)
    await say?.(`Creating a database in ${dataDirectory}: this happens only once and takes a few seconds …`);
  const { connection, description, stop } = settings.databaseUrl
    ? connectTo(settings.databaseUrl)
    : await startOwn(dataDirectory, log, time);
  const databases = openDatabases({
    connection,
    log,
    time,
    ...(loopDelay ? { loopDelay } : {}),
    ...(keyring ? { keyring } : {}),
  });
  const database = databases.work;
  const closeAll = async () => {
    // A running statement keeps its pool open; it ends with the server or with this process.
    await within(time, POOLS_CLOSE_WITHIN_MS, databases.close());
    await stop();
  };
  const migrationsApplied = await migrate(database, log).catch(async (error) => {
    await closeAll();
    throw isOutOfReach(error) ? unreachable(description, error) : error;
  });
  return {
    databases,
    database,
    dataDirectory,
    outboxDirectory: join(dataDirectory, "outbox"),
    description,
    migrationsApplied,
    isOurs: settings.databaseUrl === "",
    isHeld: () => settings.databaseUrl === "" && isHeld(dataDirectory),
    close: closeAll,
  };
}

const isOutOfReach = (error: unknown): error is Error =>
  classifyDatabaseError(error) === "unavailable" && !isReadOnly(error);

/** Names the server in the error: the network's message alone ("read ECONNRESET") does not. */
function unreachable(description: string, error: Error & { code?: string }): Error {
  // When a host has several addresses and all refuse, the error has only a code.
  return new Error(`${description} cannot be reached: ${error.message || error.code}`, { cause: error });
}

type Connected = { connection: Connection; description: string; stop: () => Promise<void> };

function connectTo(url: string): Connected {
  return { connection: { url }, description: serverName(url), stop: async () => {} };
}

/** Without user and password. */
function serverName(url: string): string {
  const { host, pathname } = new URL(url);
  return `PostgreSQL at ${host}${pathname}`;
}

/** Where the data of the settings are, for people: the directory of the embedded database, or the host and name of another. */
export function storeName({ databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">): string {
  return databaseUrl ? serverName(databaseUrl) : resolve(dataDir);
}

const RESTART_AFTER_MS = 250;
const POOLS_CLOSE_WITHIN_MS = 1_500;

/** Starts the embedded server. When it dies, it is restarted at the same address, where the pools reconnect. */
async function startOwn(directory: string, log: Log, time: Time): Promise<Connected> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let isStopping = false;
  let isStarting = true;
  let losses = 0;
  const start = (): Promise<EmbeddedServer> => startEmbedded({ directory, log, onLost });
  /** Also called when a server dies during its start; the code that starts it handles that. */
  const onLost = (reason: string) => {
    losses += 1;
    if (isStopping || isStarting) return;
    log.info({ reason }, "embedded PostgreSQL stopped, restarting it");
    isStarting = true;
    server = server.then(startAgain, startAgain).finally(() => {
      isStarting = false;
    });
  };
  const startAgain = async (): Promise<EmbeddedServer> => {
    for (let failures = 0; !isStopping; ) {
      const lossesBefore = losses;
      try {
        const running = await start();
        if (losses === lossesBefore) return running;
      } catch (error) {
        failures += 1;
        const level = failures === 1 ? "error" : "debug";
        log[level]({ err: error, failures }, "embedded PostgreSQL did not start, retrying");
      }
      await time.sleep(RESTART_AFTER_MS);
    }
    throw new Error("stopping");
  };
  let server = start();
  const { connection, version } = await server;
  isStarting = false;
  return {
    connection,
    description: `embedded PostgreSQL ${version}`,
    stop: async () => {
      isStopping = true;
      await server.then((running) => running.stop()).catch(() => {});
    },
  };
}
