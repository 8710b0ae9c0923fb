import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { generateKeyring, type Keyring, parseKeyring } from "./foundation/secrets.ts";
import type { Settings } from "./foundation/settings.ts";

const FILE = "secrets.key";

/**
 * The keys that seal credentials: the setting's, or those of a file in the data directory, made at the first start
 * for its owner only. With DATABASE_URL several machines share one database and must share the keys, so there the
 * setting is asked for unless this machine has a file already.
 */
export async function openKeyring(settings: Settings, dataDirectory: string): Promise<Keyring> {
  if (settings.secretsKeys) return settings.secretsKeys;
  const path = join(dataDirectory, FILE);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const text = (await readIfThere(path)) ?? (await create(path)) ?? (await readFile(path, "utf8"));
  return parseKeyring(text.trim());
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** undefined when another process was quicker. */
async function create(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, "wx", 0o600);
    const text = generateKeyring();
    await file.writeFile(`${text}\n`);
    await file.sync();
    await file.close();
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
}
