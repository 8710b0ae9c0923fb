import { resolve } from "node:path";
import type { Database } from "../database/database.ts";
import { attachEmbedded } from "../database/embedded/embedded.ts";
import { type SealedColumn, type SealProgress, sealAnew } from "../database/seal-anew.ts";
import { hasLivingWorkers } from "../delivery/queue/worker-store.ts";
import { AppError } from "../foundation/app-error.ts";
import { systemTime } from "../foundation/clock.ts";
import { createLog } from "../foundation/log.ts";
import { generateKeyring, type Keyring } from "../foundation/secrets.ts";
import type { Settings } from "../foundation/settings.ts";
import { draftRotation, findKeyring, retireOldKeys } from "../keyring.ts";
import { SEALED_COLUMNS } from "../sealed-columns.ts";
import type { Command } from "./command.ts";
import { print } from "./print.ts";
import { type Parsed, parseSettings, type Variables } from "./settings-flags.ts";
import { refuseUsage } from "./usage.ts";
import { refuseNoStore, withSecrets } from "./with-store.ts";

const HELP = `tidings secrets: replace the keys that seal stored secrets

Usage: tidings secrets rotate [--json]
       tidings secrets generate [ID]

\`rotate\` re-seals all secrets with the newest key: API keys, credentials and configurations of integrations, chat and push
addresses, stored responses. After that nothing needs the older keys, and they can be removed. It works in batches, shows
its progress, and resumes when it is started again after a crash.

With the file secrets.key of the data directory: stop the service, run \`rotate\`, start the service. \`rotate\` creates the
new key and moves the old one to secrets.key.old, which no process reads: delete that file when no backup needs it.

With TIDINGS_SECRETS_KEYS the service keeps running:
  1. Add a new key (\`generate\` prints one) at the END of TIDINGS_SECRETS_KEYS of every process, and restart each process.
  2. Move it to the FRONT, and restart each process again: new secrets are sealed with it, and every process knows both.
  3. Run \`rotate\` with the same TIDINGS_SECRETS_KEYS.
  4. Remove the old key from TIDINGS_SECRETS_KEYS, and restart each process.

\`generate\` prints a new key for TIDINGS_SECRETS_KEYS, by default with the id k2.

Examples:
  tidings secrets rotate
  tidings secrets rotate --data-dir /var/lib/tidings --json
  TIDINGS_SECRETS_KEYS="$NEW,$OLD" tidings secrets rotate --database-url postgres://me:secret@db/tidings
  tidings secrets generate k3`;

export function secretsCommand(env: Variables): Command {
  return {
    summary: "replace the keys that seal stored secrets",
    help: HELP,
    async run(argv) {
      const input = parseSettings(argv, env, {});
      const [action, id = "k2", ...more] = input.positionals;
      if (action === "generate" && more.length === 0) return generate(id);
      if (action === "rotate" && input.positionals.length === 1) return rotate(input);
      return refuseUsage(HELP);
    },
  };
}

function generate(id: string): number {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) {
    throw new AppError("bad_request", "A key id must be 1 to 32 letters, digits, _ or -");
  }
  print(generateKeyring(id));
  return 0;
}

async function rotate({ settings, isJson }: Parsed): Promise<number> {
  refuseNoStore(settings);
  if (settings.secretsKeys) {
    const keyring = severalKeys(settings.secretsKeys);
    return withSecrets(settings, async (database) => {
      const count = await sealAll(database, keyring);
      const old = [...keyring.keys.keys()].slice(1).join(", ");
      report({ isJson, count, keyring }, `${old} can be removed from TIDINGS_SECRETS_KEYS.`);
      return 0;
    });
  }
  return rotateFile(settings, isJson);
}

/** @throws AppError bad_request when there is only one key. */
function severalKeys(keyring: Keyring): Keyring {
  if (keyring.keys.size > 1) return keyring;
  throw new AppError(
    "bad_request",
    "TIDINGS_SECRETS_KEYS has only one key: add a new key to every process first; `tidings secrets --help` lists the steps",
  );
}

/** No process may run meanwhile: a process reads the file once and keeps the old keys in memory. */
async function rotateFile(settings: Settings, isJson: boolean): Promise<number> {
  const directory = resolve(settings.dataDir);
  const isServing = !settings.databaseUrl && (await attachEmbedded(directory, createLog(settings.logLevel)));
  if (isServing) throw stopFirst();
  await findKeyring(settings, directory);
  const draft = await draftRotation(directory);
  const work = async (database: Database) => {
    // For the embedded database, the check above has shown that no other process uses it.
    if (settings.databaseUrl && (await hasLivingWorkers(database))) throw stopFirst();
    await draft.save();
    const count = await sealAll(database, draft.keyring);
    const { retired, keptIn } = await retireOldKeys(directory);
    const words = `${retired.join(", ")} was moved to ${keptIn}: delete that file when no backup needs it.`;
    report({ isJson, count, keyring: draft.keyring }, words);
    return 0;
  };
  return withSecrets(settings, work, async () => draft.keyring);
}

function stopFirst(): AppError {
  return new AppError(
    "conflict",
    "The service is running, or was running within the last 15 seconds, and has the keys of secrets.key in memory: stop it, then run this command again",
  );
}

function sealAll(database: Database, { current }: Keyring): Promise<number> {
  return sealAnew({
    database,
    currentKey: current,
    columns: SEALED_COLUMNS,
    onProgress: showProgress(),
    time: systemTime,
  });
}

const SHOW_EVERY_MS = 1_000;

/** Prints a line when a column begins, and then one line a second. */
function showProgress(): SealProgress {
  let shown: SealedColumn | undefined;
  let shownAtMs = 0;
  return (column, count) => {
    if (column === shown && systemTime.monotonicMs() - shownAtMs < SHOW_EVERY_MS) return;
    shown = column;
    shownAtMs = systemTime.monotonicMs();
    process.stderr.write(`${column.table}.${column.column}: ${count.toLocaleString("en-US")} re-sealed …\n`);
  };
}

type Rotated = { isJson: boolean; count: number; keyring: Keyring };

function report({ isJson, count, keyring: { current } }: Rotated, words: string): void {
  const done = `${count.toLocaleString("en-US")} secrets were re-sealed. All secrets are now sealed with ${current}.`;
  print(isJson ? JSON.stringify({ current, count }) : `${done}\n${words}`);
}
