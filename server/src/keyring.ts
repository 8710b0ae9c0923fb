import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "./database/database.ts";
import { findSealedKey } from "./environments/api-key-store.ts";
import { generateKeyring, type Keyring, parseKeyring, open as unseal } from "./foundation/secrets.ts";
import type { Settings } from "./foundation/settings.ts";

const FILE = "secrets.key";

/**
 * The keys that seal credentials: from the setting, or from a file in the data directory. The file is created at the
 * first start, readable by its owner only. Machines that share a database must share the keys: see `refuseOtherKeys`.
 */
export async function openKeyring(settings: Settings, dataDirectory: string): Promise<Keyring> {
  if (settings.secretsKeys) return settings.secretsKeys;
  const path = join(dataDirectory, FILE);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const text = (await readIfThere(path)) ?? (await create(path)) ?? (await readFile(path, "utf8"));
  return parseKeyring(text.trim());
}

/**
 * The keys of an existing store, for commands; creates none.
 * @throws Error that names the places where keys are expected.
 */
export async function findKeyring(settings: Settings, dataDirectory: string): Promise<Keyring> {
  if (settings.secretsKeys) return settings.secretsKeys;
  const path = join(dataDirectory, FILE);
  const text = await readIfThere(path);
  if (text !== undefined) return parseKeyring(text.trim());
  throw new Error(
    `There are no secrets keys: TIDINGS_SECRETS_KEYS is not set and the file ${path} does not exist. Give this command the keys of the service.`,
  );
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** Creates the file atomically. Undefined when another process created it first. */
async function create(path: string): Promise<string | undefined> {
  const text = generateKeyring();
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** A keyring that is not saved yet. */
export type DraftKeyring = { keyring: Keyring; save(): Promise<void> };

/**
 * The keys of the file `secrets.key`, with a new current key in front. When the file already has several keys, a rotation
 * was interrupted: the keys stay as they are.
 */
export async function draftRotation(directory: string): Promise<DraftKeyring> {
  const path = join(directory, FILE);
  const text = (await readFile(path, "utf8")).trim();
  const keyring = parseKeyring(text);
  if (keyring.keys.size > 1) return { keyring, save: async () => {} };
  const extended = `${generateKeyring(nextId(keyring))},${text}`;
  return { keyring: parseKeyring(extended), save: () => replaceFile(path, extended) };
}

/** Keeps only the current key in the file; moves the others to `secrets.key.old`, which no process reads. */
export async function retireOldKeys(directory: string): Promise<{ retired: string[]; keptIn: string }> {
  const path = join(directory, FILE);
  const keptIn = `${path}.old`;
  const [current = "", ...old] = (await readFile(path, "utf8")).trim().split(",");
  const before = (await readIfThere(keptIn))?.trim();
  const all = [...old.map((entry) => entry.trim()), ...(before ? before.split("\n") : [])];
  await replaceFile(keptIn, [...new Set(all)].join("\n"));
  await replaceFile(path, current);
  return { retired: old.map((entry) => entry.trim().split(":")[0] as string), keptIn };
}

function nextId({ keys }: Keyring): string {
  const numbers = [...keys.keys()].map((id) => Number(/^k(\d{1,9})$/.exec(id)?.[1] ?? 0));
  return `k${Math.max(...numbers) + 1}`;
}

/** Replaces the file atomically, also on power failure. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
  await rename(draft, path);
}

/**
 * Checks at the start that these keys can open stored secrets, so that a machine with other keys fails at once instead of
 * at each message.
 * @throws Error when they cannot.
 */
export async function refuseOtherKeys(database: Database, keyring: Keyring): Promise<void> {
  const sealed = await findSealedKey(database);
  if (!sealed) return;
  try {
    unseal(keyring, sealed.place, sealed.text);
  } catch {
    throw new Error(
      "The secrets in this database were sealed with other keys. Give this process the same TIDINGS_SECRETS_KEYS as the " +
        `other processes, or the file ${FILE} from the original data directory.`,
    );
  }
}
