import { resolve } from "node:path";
import { backUp, type Manifest } from "../database/embedded/backup.ts";
import { attachEmbedded, startEmbedded } from "../database/embedded/embedded.ts";
import type { ServerAddress } from "../database/embedded/probe.ts";
import { AppError } from "../foundation/app-error.ts";
import { createLog, type Log } from "../foundation/log.ts";
import type { Settings } from "../foundation/settings.ts";
import type { Command } from "./command.ts";
import { print } from "./print.ts";
import { createProgress } from "./progress.ts";
import { parseSettings, type Variables } from "./settings-flags.ts";
import { refuseUsage } from "./usage.ts";
import { refuseNoStore } from "./with-store.ts";

const HELP = `tidings backup: copy an embedded store into a directory, also while the server runs

Usage: tidings backup DIR [--data-dir DIR] [--json]

The backup contains the database as it is when the command ends, the local outbox, and the sealing keys (secrets.key):
protect it like the store itself. It does not contain keys set in TIDINGS_SECRETS_KEYS.
DIR must be empty or must not exist. \`tidings restore\` creates a store from the backup.
For your own PostgreSQL (DATABASE_URL) use its tools: pg_basebackup, or pg_dump and pg_restore.

Examples:
  tidings backup /backups/tidings-$(date +%F)
  tidings backup ./copy --data-dir /var/lib/tidings --json`;

export function backupCommand(env: Variables): Command {
  return {
    summary: "copy an embedded store into a directory",
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
        process.stderr.write("Store TIDINGS_SECRETS_KEYS with the backup: it does not contain these keys.\n");
      return 0;
    },
  };
}

/** @throws AppError bad_request when the store is the operator's own PostgreSQL. */
export function refuseOwnDatabase({ databaseUrl }: Settings): void {
  if (databaseUrl === "") return;
  const instead =
    "use PostgreSQL's own tools (pg_basebackup, or pg_dump and pg_restore), and store the sealing keys with the backup";
  throw new AppError(
    "bad_request",
    `This command works only on the embedded store. For the database of DATABASE_URL ${instead}.`,
  );
}

/** Copies from the running server; without one, starts it for the duration of the copy. */
async function copyInto(directory: string, dataDirectory: string, log: Log): Promise<Manifest> {
  const running = await attachEmbedded(dataDirectory, log);
  const own = running ? undefined : await startEmbedded({ directory: dataDirectory, log });
  const connection = (running ?? own)?.connection as ServerAddress;
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
