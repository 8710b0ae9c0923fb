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

/** Where everything of one embedded server lies. */
export type ClusterPaths = {
  /** Real path of the directory that was asked for. */
  readonly directory: string;
  /** PGDATA. The socket lies in it, too: see `socketHost`. */
  readonly data: string;
  readonly logFile: string;
  /** Only for loopback: the generated password. */
  readonly passwordFile: string;
  /** TCP on 127.0.0.1 with a password instead of a socket: Windows, where Node.js has no unix sockets. */
  readonly isLoopback: boolean;
};

/** The port is only a part of the socket's name: `.s.PGSQL.5432`. */
export const SOCKET_PORT = 5432;
export const SUPERUSER = "tidings";
const LONGEST_SOCKET_PATH = 100;

/** Makes the directory (0700) when it is missing, and says what is wrong with it in one sentence. */
export function openPlace(directory: string, isLoopback: boolean): ClusterPaths {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!statSync(directory).isDirectory()) throw new Error("not a directory");
  } catch (cause) {
    throw unusable(directory, cause);
  }
  return placeIn(directory, isLoopback);
}

/** The same without making anything; undefined when there is no such directory. */
export function existingPlace(directory: string, isLoopback: boolean): ClusterPaths | undefined {
  return existsSync(join(directory, "postgres")) ? placeIn(directory, isLoopback) : undefined;
}

function placeIn(directory: string, isLoopback: boolean): ClusterPaths {
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
 * Refuses what we must not touch: a data directory of another major version (only pg_upgrade or a dump can carry it
 * over), of another user (PostgreSQL insists on being the owner), or something that is no data directory at all.
 */
export function refuseForeignData(paths: ClusterPaths, version: string): void {
  if (!existsSync(paths.data)) return;
  refuseOtherOwner(paths);
  const major = version.split(".")[0];
  const found = hasCluster(paths) ? readFileSync(join(paths.data, "PG_VERSION"), "utf8").trim() : major;
  if (found === major) return;
  throw new AppError(
    "unavailable",
    `The data in ${paths.data} was made by PostgreSQL ${found}, this build brings ${major}; ` +
      `dump it with PostgreSQL ${found} and restore it, or choose another directory with TIDINGS_DATA_DIR. Nothing was touched.`,
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

/** A cluster is whole when it has its final name: initdb works under another one. */
export function hasCluster(paths: ClusterPaths): boolean {
  return existsSync(join(paths.data, "PG_VERSION"));
}

/**
 * The host for clients. The socket lies in PGDATA because PostgreSQL itself refuses to start unless PGDATA is its
 * own and closed to others (0700), whatever the mode of the directory around it; the server is told `-k .`, so its
 * side is never too long. A client's path may have 107 bytes at most: where it would be too long, we go through a
 * symlink in the temporary directory, which can be made again at any time (a cleaner of /tmp does no harm).
 */
export function socketHost(paths: ClusterPaths): string {
  if (paths.isLoopback) return "127.0.0.1";
  const socket = join(paths.data, `.s.PGSQL.${SOCKET_PORT}`);
  return Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH ? paths.data : shortCut(paths);
}

function shortCut(paths: ClusterPaths): string {
  const link = shortCutPath(paths);
  if (!isOurLink(link, paths.data)) {
    rmSync(link, { force: true });
    symlinkSync(paths.data, link);
  }
  return link;
}

/** The user id is a part of the name: Linux lets nobody follow another user's link in a sticky directory. */
function shortCutPath(paths: ClusterPaths): string {
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

export function removeShortCut(paths: ClusterPaths): void {
  if (isOurLink(shortCutPath(paths), paths.data)) rmSync(shortCutPath(paths), { force: true });
}
