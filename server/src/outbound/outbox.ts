import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../foundation/secrets.ts";

/** A directory of mails: what the in-service e-mail provider "sends" to. */
export type Outbox = {
  /** Keeps a mail under its message's key and answers the file's name. The same key overwrites the same file. */
  keepMail: (key: string, eml: Buffer) => Promise<string>;
  /** Removes the mails of these keys; those that do not exist are passed over. */
  removeMails: (keys: readonly string[]) => Promise<void>;
};

export function createOutbox(directory: string): Outbox {
  return {
    async keepMail(key, eml) {
      const name = fileNameOf(key);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeAtomically(join(directory, name), eml);
      return name;
    },
    async removeMails(keys) {
      for (const key of keys) await rm(join(directory, fileNameOf(key)), { force: true });
    },
  };
}

/**
 * Written aside and renamed, so that a reader never meets half a mail; readable by the owner alone. Not synced: after
 * a power loss a mail may be missing here, which a folder for looking into can bear.
 */
async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString("hex")}.part`;
  try {
    await writeFile(aside, bytes, { mode: 0o600, flag: "wx" });
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** A key can hold anything; a file name holds letters, digits, `-` and `_`. Different keys get different names. */
function fileNameOf(key: string): string {
  const isPlain = /^[A-Za-z0-9_-]{1,100}$/.test(key);
  if (isPlain) return `${key}.eml`;
  const readable = key.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 60);
  return `${readable}.${sha256(key).toString("hex").slice(0, 16)}.eml`;
}
