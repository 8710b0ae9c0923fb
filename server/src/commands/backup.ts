import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { backUp, type Manifest } from "../database/embedded/backup.ts";
import { attachEmbedded, startEmbedded } from "../database/embedded/embedded.ts";
import type { Connection } from "../database/embedded/reach.ts";
import { AppError } from "../foundation/app-error.ts";
import { createLog, type Log } from "../foundation/log.ts";
import type { Settings } from "../foundation/settings.ts";
import type { Command } from "./command.ts";
import { createProgress } from "./progress.ts";
import { parseSettings, type Variables } from "./settings-flags.ts";

const HELP = `tidings backup: copy everything of an embedded store into a folder, while it runs

Usage: tidings backup DIR [--data-dir DIR] [--json]

The copy holds the database as it is when the command ends, the local outbox, and the keys that seal what is stored
(secrets.key): keep it as safe as the store itself. Keys given by TIDINGS_SECRETS_KEYS are not in it.
DIR must not exist, or be empty. \`tidings restore\` makes a store of it again.
For a PostgreSQL of your own (DATABASE_URL) use its own tools: pg_basebackup, or pg_dump and pg_restore.

Examples:
  tidings backup /backups/tidings-$(date +%F)
  tidings backup ./copy --data-dir /var/lib/tidings --json`;

export function backupCommand(env: Variables): Command {
  return {
    summary: "copy everything of an embedded store into a folder",
    help: HELP,
    async run(argv) {
      const { settings, positionals, isJson } = parseSettings(argv, env, true);
      const [directory, ...more] = positionals;
      if (!directory || more.length > 0) {
        process.stderr.write(`${HELP}\n`);
        return 2;
      }
      refuseOwnDatabase(settings);
      const log = createLog(settings.logLevel);
      const manifest = await copyInto(resolve(directory), resolve(settings.dataDir), log);
      process.stdout.write(
        isJson ? `${JSON.stringify({ directory, ...manifest })}\n` : told(directory, manifest),
      );
      if (settings.secretsKeys)
        process.stderr.write("Keep TIDINGS_SECRETS_KEYS with it: the copy does not hold them.\n");
      return 0;
    },
  };
}

/** @throws AppError bad_request where the store is a PostgreSQL of the operator's own. */
export function refuseOwnDatabase({ databaseUrl }: Settings): void {
  if (databaseUrl === "") return;
  const instead =
    "use PostgreSQL's own tools (pg_basebackup, or pg_dump and pg_restore), and keep the sealing keys with it";
  throw new AppError(
    "bad_request",
    `This is for the embedded store. For the database of DATABASE_URL ${instead}.`,
  );
}

/** A server that runs is copied as it is; one that does not run is started for the moment. */
async function copyInto(directory: string, dataDirectory: string, log: Log): Promise<Manifest> {
  const running = await attachEmbedded(dataDirectory, log);
  const own = running ? undefined : await startExisting(dataDirectory, log);
  const connection = (running ?? own)?.connection as Connection;
  const progress = createProgress("copied");
  try {
    return await backUp({ dataDirectory, connection, onCopied: progress.add }, directory);
  } finally {
    progress.end();
    await own?.stop();
  }
}

async function startExisting(directory: string, log: Log) {
  if (existsSync(join(directory, "postgres"))) return startEmbedded({ directory, log });
  throw new AppError("not_found", `There is no store in ${directory}; name it with --data-dir`);
}

function told(directory: string, { bytes }: Manifest): string {
  return `Backup of ${megabytes(bytes)} in ${directory}\n`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
