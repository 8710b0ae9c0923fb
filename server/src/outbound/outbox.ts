import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../foundation/secrets.ts";

/** A directory of mails, the destination of the built-in e-mail provider. */
export type Outbox = {
  /** Stores a mail under its message's key and returns the file's name. The same key overwrites the same file. */
  keepMail: (key: string, eml: Buffer) => Promise<string>;
  /** Deletes the mails of these keys; missing mails are ignored. */
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
 * Writes another file and renames it, so that a reader never sees a partial mail; readable by the owner only. Not synced:
 * after a power loss a mail may be missing, which is acceptable for a folder for development.
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

/**
 * A key may contain any characters; a file name has letters, digits, `-` and `_`. Different keys get different names.
 */
function fileNameOf(key: string): string {
  const isPlain = /^[A-Za-z0-9_-]{1,100}$/.test(key);
  if (isPlain) return `${key}.eml`;
  const readable = key.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 60);
  return `${readable}.${sha256(key).toString("hex").slice(0, 16)}.eml`;
}
