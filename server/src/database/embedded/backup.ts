import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AppError } from "../../foundation/app-error.ts";
import { systemTime } from "../../foundation/clock.ts";
import { copyTree } from "../../foundation/copy-tree.ts";
import { copyRunningCluster, type OnCopied } from "./online-backup.ts";
import type { ServerAddress } from "./probe.ts";

/** Lies beside the data of a backup; a folder without it is not a backup. */
const MANIFEST = "backup.json";
/** Marks a restored data directory whose deliveries are held. */
const HELD = "restored.json";
/** The contents of a data directory besides the cluster. */
const FILES = ["secrets.key", "postgres.password"];
const FOLDERS = ["outbox"];

/** `createdAt`: when the copy was complete; `bytes`: the size of its files. */
export type Manifest = { format: 1; createdAt: string; bytes: number };

export type BackupParts = {
  dataDirectory: string;
  connection: ServerAddress;
  onCopied: OnCopied;
};

/**
 * Copies a data directory whose server is running: the cluster, the outbox and the encryption keys. The copy gets its
 * name only when it is complete.
 * @param directory the target; it must not exist, or must be empty.
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
    const manifest: Manifest = { format: 1, createdAt: systemTime.now().toISOString(), bytes };
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest)}\n`, { mode: 0o600, flush: true });
    await takeName(draft, directory);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Creates a data directory from a backup. Its deliveries are held, because the original may already have sent what is
 * pending in the backup.
 * @param dataDirectory must not exist, or must be empty.
 * @throws AppError bad_request when the folder is not a backup.
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
    const marker: HeldMarker = { backupOf: manifest.createdAt, restoredAt: systemTime.now().toISOString() };
    await writeFile(join(draft, HELD), `${JSON.stringify(marker)}\n`, { mode: 0o600, flush: true });
    await takeName(draft, dataDirectory);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

export type HeldMarker = { backupOf: string; restoredAt: string };

/** Whether the deliveries of this restored data directory are still held. */
export function isHeld(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, HELD));
}

/**
 * Releases the deliveries of a restored data directory; a running server starts within a second. False when they were
 * not held.
 */
export async function release(dataDirectory: string): Promise<boolean> {
  const wasHeld = isHeld(dataDirectory);
  await rm(join(dataDirectory, HELD), { force: true });
  return wasHeld;
}

async function copyRest(source: string, target: string, onCopied: OnCopied): Promise<void> {
  const isIncluded = (path: string) => FILES.includes(path) || FOLDERS.includes(path.split("/")[0] ?? "");
  await copyTree({ source, target, isExcluded: (path) => !isIncluded(path), onCopied });
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
