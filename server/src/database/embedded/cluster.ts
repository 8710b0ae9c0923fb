import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { AppError } from "../../foundation/app-error.ts";
import { type ClusterPaths, hasCluster } from "./cluster-paths.ts";
import { initialise } from "./initdb.ts";
import { isAlive } from "./postmaster.ts";
import type { StartOptions } from "./start-options.ts";

const DRAFT_PREFIX = "postgres.new-";

/** Creates the cluster under another name and renames it when it is complete. */
export async function prepareCluster(startOptions: StartOptions): Promise<void> {
  const { paths } = startOptions;
  sweepDrafts(paths);
  if (hasCluster(paths)) return giveToServer(startOptions, paths.data);
  refuseUnknownContent(paths);
  const draft = makeDraft(paths);
  try {
    await initialise(startOptions, draft);
  } catch (error) {
    removeDraft(draft);
    throw error;
  }
  giveToServer(startOptions, draft);
  commitName(startOptions, draft);
}

function makeDraft(paths: ClusterPaths): string {
  const name = `${DRAFT_PREFIX}${process.pid}-${randomBytes(4).toString("hex")}`;
  draftsInWork.add(name);
  const draft = join(paths.directory, name);
  mkdirSync(draft);
  chmodSync(draft, 0o700);
  return draft;
}

const draftsInWork = new Set<string>();

/**
 * Removes drafts of ended processes. In a container each start may have the same process id: hence the list of our
 * own.
 */
function sweepDrafts(paths: ClusterPaths): void {
  for (const name of readdirSync(paths.directory)) {
    const creator = Number.parseInt(name.slice(DRAFT_PREFIX.length), 10);
    const isInWork = creator === process.pid ? draftsInWork.has(name) : isAlive(creator);
    if (name.startsWith(DRAFT_PREFIX) && !isInWork) removeDraft(join(paths.directory, name));
  }
}

/** With retries: the initdb of a killed process may still write files there, until it fails. */
function removeDraft(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

function refuseUnknownContent(paths: ClusterPaths): void {
  if (!existsSync(paths.data)) return;
  if (readdirSync(paths.data).length === 0) {
    rmdirSync(paths.data);
    return;
  }
  throw new AppError(
    "unavailable",
    `${paths.data} holds files but no PostgreSQL cluster (PG_VERSION is missing); move it away, or choose another directory with TIDINGS_DATA_DIR.`,
  );
}

/** Two processes may do this at once: the second rename fails, and the first process's cluster is used. */
function commitName(startOptions: StartOptions, draft: string): void {
  const { paths } = startOptions;
  try {
    renameSync(draft, paths.data);
  } catch (cause) {
    removeDraft(draft);
    if (!hasCluster(paths)) throw cause;
  }
  if (startOptions.isDurable && process.platform !== "win32") syncDirectory(paths.directory);
}

function syncDirectory(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/** PostgreSQL must own its data directory; files of root may come from a start with user namespaces. */
function giveToServer({ identity }: StartOptions, data: string): void {
  if (identity.kind !== "user" || statSync(data).uid === identity.uid) return;
  for (const name of readdirSync(data, { recursive: true, encoding: "utf8" }))
    lchownSync(join(data, name), identity.uid, identity.gid);
  chownSync(data, identity.uid, identity.gid);
}
