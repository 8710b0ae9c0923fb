import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AppError } from "../../foundation/app-error.ts";
import { systemClock } from "../../foundation/clock.ts";
import { copyTree } from "../../foundation/copy-tree.ts";
import { copyRunningCluster, type OnCopied } from "./online-backup.ts";
import type { Connection } from "./probe.ts";

/** Beside the data of a backup; a folder without it is none. */
const MANIFEST = "backup.json";
/** In a restored data directory whose deliveries are held. */
const HELD = "restored.json";
/** What a data directory holds beside the cluster. */
const FILES = ["secrets.key", "postgres.password"];
const FOLDERS = ["outbox"];

/** `createdAt`: when the copy was whole; `bytes`: of its files. */
export type Manifest = { format: 1; createdAt: string; bytes: number };

export type BackupParts = {
  dataDirectory: string;
  connection: Connection;
  onCopied: OnCopied;
};

/**
 * Copies a data directory whose server runs: the cluster, the outbox and the keys that seal what is stored. The copy has
 * its name only when it is whole.
 * @param directory where to; it must not exist, or be empty.
 */
export async function backUp(
  { dataDirectory, connection, onCopied }: BackupParts,
  directory: string,
): Promise<Manifest> {
  await refuseFull(directory, "The backup needs a folder of its own");
  const draft = `${resolve(directory)}.part-${process.pid}`;
  let bytes = 0;
  const count = (size: number) => {
    bytes += size;
    onCopied(size);
  };
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const data = join(dataDirectory, "postgres");
    await copyRunningCluster({ connection, data, target: join(draft, "postgres"), onCopied: count });
    await copyRest(dataDirectory, draft, count);
    const manifest: Manifest = { format: 1, createdAt: systemClock.now().toISOString(), bytes };
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest)}\n`, { mode: 0o600, flush: true });
    await takeName(draft, directory);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Makes a data directory of a backup. Its deliveries are held, because the original may have sent what is pending here.
 * @param dataDirectory must not exist, or be empty.
 * @throws AppError bad_request when the folder is no backup.
 */
export async function restore(
  directory: string,
  dataDirectory: string,
  onCopied: OnCopied,
): Promise<Manifest> {
  const manifest = await readManifest(directory);
  await refuseFull(dataDirectory, "A backup is restored into a new data directory");
  const draft = `${resolve(dataDirectory)}.part-${process.pid}`;
  try {
    await copyTree({ source: directory, target: draft, isExcluded: (path) => path === MANIFEST, onCopied });
    const held: Held = { backupOf: manifest.createdAt, restoredAt: systemClock.now().toISOString() };
    await writeFile(join(draft, HELD), `${JSON.stringify(held)}\n`, { mode: 0o600, flush: true });
    await takeName(draft, dataDirectory);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

export type Held = { backupOf: string; restoredAt: string };

/** Are the deliveries of this data directory held since it was restored? */
export function isHeld(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, HELD));
}

/** Lets a restored data directory deliver; a server that runs on it begins within a second. Answers false when it did not wait. */
export async function release(dataDirectory: string): Promise<boolean> {
  const wasHeld = isHeld(dataDirectory);
  await rm(join(dataDirectory, HELD), { force: true });
  return wasHeld;
}

async function copyRest(source: string, target: string, onCopied: OnCopied): Promise<void> {
  const isWanted = (path: string) => FILES.includes(path) || FOLDERS.includes(path.split("/")[0] ?? "");
  await copyTree({ source, target, isExcluded: (path) => !isWanted(path), onCopied });
}

async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, MANIFEST), "utf8").catch(() => undefined);
  if (text !== undefined) return JSON.parse(text) as Manifest;
  throw new AppError("bad_request", `${directory} is no backup of Tidings: ${MANIFEST} is missing`);
}

async function refuseFull(directory: string, need: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new AppError("bad_request", `${directory} cannot be used: ${error.message}`);
  });
  if (names.length > 0) throw new AppError("conflict", `${need}; ${directory} is not empty`);
}

async function takeName(draft: string, directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await rename(draft, directory);
}
