import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { AppError } from "../../foundation/app-error.ts";

/** The paths of one embedded server. */
export type ClusterPaths = {
  /** Real path of the configured directory. */
  readonly directory: string;
  /** PGDATA. It also contains the socket: see `socketHost`. */
  readonly data: string;
  readonly logFile: string;
  /** Only for loopback: the generated password. */
  readonly passwordFile: string;
  /** TCP on 127.0.0.1 with a password instead of a socket: for Windows, where Node.js has no Unix sockets. */
  readonly isLoopback: boolean;
};

/** The port is only a part of the socket's name: `.s.PGSQL.5432`. */
export const SOCKET_PORT = 5432;
export const SUPERUSER = "tidings";
const MAX_SOCKET_PATH = 100;

/** Creates the directory (0700) when it is missing. @throws AppError when it cannot be used. */
export function openClusterPaths(directory: string, isLoopback: boolean): ClusterPaths {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!statSync(directory).isDirectory()) throw new Error("not a directory");
  } catch (cause) {
    throw unusable(directory, cause);
  }
  return clusterPathsIn(directory, isLoopback);
}

/** The same without creating anything; undefined when there is no such directory. */
export function existingClusterPaths(directory: string, isLoopback: boolean): ClusterPaths | undefined {
  return existsSync(join(directory, "postgres")) ? clusterPathsIn(directory, isLoopback) : undefined;
}

function clusterPathsIn(directory: string, isLoopback: boolean): ClusterPaths {
  const real = realpathSync(resolve(directory));
  return {
    directory: real,
    data: join(real, "postgres"),
    logFile: join(real, "postgres.log"),
    passwordFile: join(real, "postgres.password"),
    isLoopback,
  };
}

function unusable(directory: string, cause: unknown): AppError {
  const code = (cause as NodeJS.ErrnoException).code;
  const isFile = existsSync(directory) && !statSync(directory).isDirectory();
  const reason = isFile || code === "ENOTDIR" ? "is not a directory" : `cannot be written (${code})`;
  return new AppError(
    "unavailable",
    `The data directory ${directory} ${reason}; make it writable for this user, or choose another with TIDINGS_DATA_DIR.`,
    { cause },
  );
}

/**
 * Refuses to start with data that must not be touched: a data directory of another major version (only pg_upgrade or a
 * dump can migrate it), or of another user (PostgreSQL must own it).
 */
export function refuseForeignData(paths: ClusterPaths, version: string): void {
  if (!existsSync(paths.data)) return;
  refuseOtherOwner(paths);
  const major = version.split(".")[0];
  const dataMajor = hasCluster(paths) ? readFileSync(join(paths.data, "PG_VERSION"), "utf8").trim() : major;
  if (dataMajor === major) return;
  throw new AppError(
    "unavailable",
    `The data in ${paths.data} was made by PostgreSQL ${dataMajor}, this build brings ${major}; ` +
      `dump it with PostgreSQL ${dataMajor} and restore it, or choose another directory with TIDINGS_DATA_DIR. Nothing was touched.`,
  );
}

function refuseOtherOwner(paths: ClusterPaths): void {
  const owner = statSync(paths.data).uid;
  const uid = process.getuid?.() ?? 0;
  if (uid === 0 || owner === uid) return;
  throw new AppError(
    "unavailable",
    `The data in ${paths.data} belongs to user id ${owner}, but this process runs as user id ${uid}; ` +
      "run it as the owner, or choose another directory with TIDINGS_DATA_DIR.",
  );
}

/** A cluster is complete when it has its final name: initdb uses another one. */
export function hasCluster(paths: ClusterPaths): boolean {
  return existsSync(join(paths.data, "PG_VERSION"));
}

/**
 * The host for clients. The socket is in PGDATA, because PostgreSQL only starts when it owns PGDATA and no other user can
 * read it (0700), whatever the mode of its parent directory. The server gets `-k .`, so its own path is never too long.
 * A client's path may have 107 bytes: a longer path is replaced by a symlink in the temporary directory, which is
 * recreated when it is missing.
 */
export function socketHost(paths: ClusterPaths): string {
  if (paths.isLoopback) return "127.0.0.1";
  const socket = join(paths.data, `.s.PGSQL.${SOCKET_PORT}`);
  return Buffer.byteLength(socket) <= MAX_SOCKET_PATH ? paths.data : socketLink(paths);
}

function socketLink(paths: ClusterPaths): string {
  const link = socketLinkPath(paths);
  if (!isOurLink(link, paths.data)) {
    rmSync(link, { force: true });
    symlinkSync(paths.data, link);
  }
  return link;
}

/** The user id is part of the name: Linux does not follow another user's link in a sticky directory. */
function socketLinkPath(paths: ClusterPaths): string {
  const hash = createHash("sha256").update(paths.data).digest("hex").slice(0, 16);
  return join(tmpdir(), `tidings-${process.getuid?.() ?? 0}-${hash}`);
}

function isOurLink(link: string, target: string): boolean {
  try {
    return lstatSync(link).uid === (process.getuid?.() ?? 0) && readlinkSync(link) === target;
  } catch {
    return false;
  }
}

export function removeSocketLink(paths: ClusterPaths): void {
  if (isOurLink(socketLinkPath(paths), paths.data)) rmSync(socketLinkPath(paths), { force: true });
}
