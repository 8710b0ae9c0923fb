import { resolve } from "node:path";
import { backUp, type Manifest } from "../database/embedded/backup.ts";
import { attachEmbedded, startEmbedded } from "../database/embedded/embedded.ts";
import type { Connection } from "../database/embedded/probe.ts";
import { AppError } from "../foundation/app-error.ts";
import { createLog, type Log } from "../foundation/log.ts";
import type { Settings } from "../foundation/settings.ts";
import type { Command } from "./command.ts";
import { print } from "./print.ts";
import { createProgress } from "./progress.ts";
import { parseSettings, type Variables } from "./settings-flags.ts";
import { refuseUsage } from "./usage.ts";
import { refuseNoStore } from "./with-store.ts";

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
      const { settings, positionals, isJson } = parseSettings(argv, env, {});
      const [directory, ...more] = positionals;
      if (!directory || more.length > 0) return refuseUsage(HELP);
      refuseOwnDatabase(settings);
      refuseNoStore(settings);
      const log = createLog(settings.logLevel);
      const manifest = await copyInto(resolve(directory), resolve(settings.dataDir), log);
      const words = `Backup of ${megabytes(manifest.bytes)} in ${directory}`;
      print(isJson ? JSON.stringify({ directory, ...manifest }) : words);
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
  const own = running ? undefined : await startEmbedded({ directory: dataDirectory, log });
  const connection = (running ?? own)?.connection as Connection;
  const progress = createProgress("copied");
  try {
    return await backUp({ dataDirectory, connection, onCopied: progress.add }, directory);
  } finally {
    progress.end();
    await own?.stop();
  }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
