import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Connection, Database } from "./database/database.ts";
import { classifyDatabaseError } from "./database/database-error.ts";
import { type Databases, openDatabases } from "./database/databases.ts";
import { isHeld } from "./database/embedded/backup.ts";
import { existingClusterPaths } from "./database/embedded/cluster-paths.ts";
import { type EmbeddedServer, startEmbedded } from "./database/embedded/embedded.ts";
import { migrate } from "./database/migrate.ts";
import type { Log } from "./foundation/log.ts";
import type { Keyring } from "./foundation/secrets.ts";
import type { Settings } from "./foundation/settings.ts";

/** The database and the directory beside it, ready for use. */
export type Store = {
  readonly databases: Databases;
  /** The pool of workers, for what is neither a request nor its answer: migration, first start, commands. */
  readonly database: Database;
  readonly dataDirectory: string;
  readonly outboxDirectory: string;
  /** As people read it: `embedded PostgreSQL 18.4` or the server's host. */
  readonly description: string;
  readonly migrationsApplied: number;
  /** True for the embedded server: its lock proves that no other process works on it. */
  readonly isOurs: boolean;
  /** Restored from a backup and not released yet: workers take nothing. */
  isHeld(): boolean;
  close(): Promise<void>;
};

export type StoreParts = {
  settings: Pick<Settings, "dataDir" | "databaseUrl">;
  log: Log;
  /** Needed by who reads or writes what is sealed. */
  keyring?: Keyring;
  /** Gets a sentence before something that takes seconds: a first start. */
  say?: (text: string) => Promise<void>;
};

/** Opens the embedded store or the named one, and migrates it. */
export async function openStore({ settings, log, keyring, say }: StoreParts): Promise<Store> {
  const dataDirectory = resolve(settings.dataDir);
  const isFirst = !settings.databaseUrl && !existingClusterPaths(dataDirectory, false);
  if (isFirst)
    await say?.(`Making a database in ${dataDirectory}: this happens once and takes a few seconds …`);
  const { connection, description, stop } = settings.databaseUrl
    ? connectTo(settings.databaseUrl)
    : await startOwn(dataDirectory, log);
  const databases = openDatabases({ connection, log, ...(keyring ? { keyring } : {}) });
  const database = databases.work;
  const closeAll = async () => {
    // A statement that runs holds its pool open; the end of the server, or of this process, ends it.
    await Promise.race([databases.close(), sleep(POOLS_CLOSE_WITHIN_MS, undefined, { ref: false })]);
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

const isOutOfReach = (error: unknown): error is Error => classifyDatabaseError(error) === "unavailable";

/** What the network says alone ("read ECONNRESET") does not tell whom it speaks of. */
function unreachable(description: string, error: Error & { code?: string }): Error {
  // Of a name with several addresses, each of which refused, there is only a code.
  return new Error(`${description} cannot be reached: ${error.message || error.code}`, { cause: error });
}

type Connected = { connection: Connection; description: string; stop: () => Promise<void> };

function connectTo(url: string): Connected {
  const { host, pathname } = new URL(url);
  return { connection: { url }, description: `PostgreSQL at ${host}${pathname}`, stop: async () => {} };
}

const RESTART_AFTER_MS = 250;
const POOLS_CLOSE_WITHIN_MS = 1_500;

/** Our own server; when it dies under us, it is started again and the pool finds it at the same place. */
async function startOwn(directory: string, log: Log): Promise<Connected> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let isStopping = false;
  let isStarting = true;
  let losses = 0;
  const start = (): Promise<EmbeddedServer> => startEmbedded({ directory, log, onLost });
  /** Also called for a server that goes while it is being started; who starts it sees to that. */
  const onLost = (reason: string) => {
    losses += 1;
    if (isStopping || isStarting) return;
    log.info({ reason }, "the embedded PostgreSQL is gone; starting it again");
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
        log[level](
          { err: error, failures },
          "the embedded PostgreSQL did not start; it is tried until it does",
        );
      }
      await sleep(RESTART_AFTER_MS);
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
