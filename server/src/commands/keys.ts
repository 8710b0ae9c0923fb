import { KEY_SCOPES, type KeyScope } from "@tidings/contract";
import type { Database } from "../database/database.ts";
import { listKeysOfAll, revokeApiKey } from "../environments/api-key-store.ts";
import { createApiKey, rotateApiKey } from "../environments/create-api-key.ts";
import { listEnvironments } from "../environments/environment-store.ts";
import { AppError } from "../foundation/app-error.ts";
import { systemTime } from "../foundation/clock.ts";
import type { Command } from "./command.ts";
import { environmentNamed, keyNamed } from "./find-by-name.ts";
import { endOf, keyTable, newKeyLines } from "./key-table.ts";
import { pointInTime } from "./point-in-time.ts";
import { print } from "./print.ts";
import { type Parsed, parseSettings, type Variables } from "./settings-flags.ts";
import { type Actions, runAction } from "./usage.ts";
import { refuseNoStore, withSecrets, withStore } from "./with-store.ts";

const HELP = `tidings keys: list, create, rotate and revoke API keys

Usage: tidings keys list [--environment ENVIRONMENT] [--json]
       tidings keys create [NAME] [--environment ENVIRONMENT] [--scopes SCOPES] [--expires WHEN] [--json]
       tidings keys rotate KEY [--old-key-expires WHEN] [--expires WHEN] [--json]
       tidings keys revoke KEY [--json]

Works directly on the database (--database-url, or --data-dir for the embedded one), also while the server runs: access
to the store is enough, no API key is needed.
ENVIRONMENT is a name or an id; optional when there is only one environment.
SCOPES, comma-separated: read (every GET), trigger (triggers), manage (everything; the default).
WHEN is a date and time (2030-01-31T12:00:00Z) or a duration from now (90d, 12h, 30m). Without --expires a key does not
expire.
KEY is an id, or the last four characters of the key, as shown by \`list\`.
\`create\` and \`rotate\` print the new key. It is shown only once. After \`rotate\` both keys are valid until the old key
expires, by default in 24 hours. Every process refuses a revoked key within 5 seconds.

Examples:
  tidings keys list
  tidings keys create "Web shop" --environment Production --scopes trigger --expires 90d
  tidings keys create --json
  tidings keys rotate a1b2 --old-key-expires 7d
  tidings keys revoke 64b7f0c2a1b2c3d4e5f60718`;

const ACTIONS: Actions = {
  list: { words: [0], run: list },
  create: { words: [0, 1], run: create },
  rotate: { words: [1], run: rotate },
  revoke: { words: [1], run: revoke },
};

const text = { type: "string" } as const;
const FLAGS = { environment: text, scopes: text, expires: text, "old-key-expires": text };

export function keysCommand(env: Variables): Command {
  return {
    summary: "list, create, rotate and revoke API keys",
    help: HELP,
    async run(argv) {
      const input = parseSettings(argv, env, FLAGS);
      return runAction(ACTIONS, HELP, input);
    },
  };
}

async function list({ settings, isJson, flags }: Parsed): Promise<number> {
  refuseNoStore(settings);
  return withStore(settings, async (database) => {
    const all = await listKeysOfAll(database);
    const only = flags.environment ? await chosenEnvironment(database, flags) : undefined;
    const keys = all.filter(({ environmentId }) => !only || environmentId === only.id);
    print(isJson ? JSON.stringify(keys) : keyTable(keys));
    return 0;
  });
}

/** @throws AppError when the choice is ambiguous. */
async function chosenEnvironment(database: Database, { environment }: Parsed["flags"]) {
  const all = await listEnvironments(database);
  if (environment) return environmentNamed(all, String(environment));
  const [only] = all;
  if (only && all.length === 1) return only;
  const names = all.map(({ name }) => `"${name}"`).join(", ");
  throw new AppError("bad_request", `There are several environments: set --environment to one of ${names}`);
}

async function create({ settings, isJson, flags, positionals: [name] }: Parsed): Promise<number> {
  refuseNoStore(settings);
  const now = systemTime.now();
  const scopes = scopesOf(flags.scopes);
  const expiresAt = pointInTime("--expires", flags.expires, now) ?? null;
  return withSecrets(settings, async (database) => {
    const { id, name: environmentName } = await chosenEnvironment(database, flags);
    const input = { name: name || undefined, scopes, expiresAt, now };
    const { key, apiKey } = await database.transaction((tx) => createApiKey(tx, id, input));
    const created = { ...key, environmentId: id, environmentName, apiKey };
    print(isJson ? JSON.stringify(created) : newKeyLines(created));
    return 0;
  });
}

/** @throws AppError bad_request */
function scopesOf(given: string | boolean | undefined): KeyScope[] {
  if (given === undefined) return ["manage"];
  const scopes = String(given)
    .split(",")
    .map((word) => word.trim());
  const unknown = scopes.find((word) => !(KEY_SCOPES as readonly string[]).includes(word));
  if (unknown === undefined) return scopes as KeyScope[];
  throw new AppError("bad_request", `--scopes must be some of ${KEY_SCOPES.join(", ")}, not "${unknown}"`);
}

async function rotate({ settings, isJson, flags, positionals: [which = ""] }: Parsed): Promise<number> {
  refuseNoStore(settings);
  const now = systemTime.now();
  const oldKeyExpiresAt = pointInTime("--old-key-expires", flags["old-key-expires"], now);
  const expiresAt = pointInTime("--expires", flags.expires, now);
  return withSecrets(settings, async (database) => {
    const old = keyNamed(await listKeysOfAll(database), which);
    const rotation = { keyId: old.id, oldKeyExpiresAt, expiresAt, now };
    const rotated = await database.transaction((tx) => rotateApiKey(tx, old.environmentId, rotation));
    if (!rotated)
      throw new AppError(
        "bad_request",
        `${old.hint} has expired: create a new key with \`tidings keys create\``,
      );
    const { key, apiKey, replaces } = rotated;
    const { environmentId, environmentName } = old;
    const created = { ...key, environmentId, environmentName, apiKey };
    const words = `${newKeyLines(created)}\nOld key      ${old.hint} is valid until ${endOf(replaces)}`;
    print(isJson ? JSON.stringify({ ...created, replaces }) : words);
    return 0;
  });
}

async function revoke({ settings, isJson, positionals: [which = ""] }: Parsed): Promise<number> {
  refuseNoStore(settings);
  return withStore(settings, async (database) => {
    const key = keyNamed(await listKeysOfAll(database), which);
    await revokeApiKey(database, key.environmentId, key.id);
    const words = `Revoked ${key.hint} of ${key.environmentName}. Every process refuses it within 5 seconds.`;
    print(isJson ? JSON.stringify(key) : words);
    return 0;
  });
}
