import { type SpawnOptions, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { AppError } from "../../foundation/app-error.ts";
import { type Binaries, completeBinaries, copyBinaries, noBinaries, programPath } from "./binaries.ts";
import type { ClusterPaths } from "./cluster-paths.ts";

/**
 * The user that PostgreSQL runs as. It refuses to run as root, so for root there are two ways:
 * - `namespace`: in a user namespace where root is mapped to "nobody". For the file system it is still root, so it works
 *   in place, also below a directory that only root may enter.
 * - `user`: another user: the owner of the data if that is not root, else nobody (65534). Also used where namespaces are
 *   not allowed (containers without the right, hardened kernels).
 */
export type Identity = { kind: "self" } | { kind: "namespace" } | { kind: "user"; uid: number; gid: number };

const NOBODY = 65534;
const IN_NAMESPACE = ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

export function chooseIdentity(paths: ClusterPaths, isNamespaceRefused: boolean): Identity {
  if (process.getuid?.() !== 0) return { kind: "self" };
  const { uid, gid } = statSync(existsSync(paths.data) ? paths.data : paths.directory);
  if (uid !== 0) return { kind: "user", uid, gid };
  const isRefused = isNamespaceRefused || spawnSync("unshare", [...IN_NAMESPACE, "true"]).status !== 0;
  return isRefused ? { kind: "user", uid: NOBODY, gid: NOBODY } : { kind: "namespace" };
}

/**
 * A replacement for a user id without a name, for initdb: it has the same files, or gets their ownership afterwards.
 */
export function substituteFor(identity: Identity): Identity | undefined {
  if (identity.kind === "self" && process.platform === "linux") return { kind: "namespace" };
  if (identity.kind === "user" && identity.uid !== NOBODY) return { kind: "user", uid: NOBODY, gid: NOBODY };
  return undefined;
}

/** A program with its arguments, and the options of `spawn` to run it as that identity. */
export type ProcessCommand = { file: string; args: string[]; options: SpawnOptions };

export function commandAs(identity: Identity, file: string, args: string[]): ProcessCommand {
  if (identity.kind === "namespace")
    return { file: "unshare", args: [...IN_NAMESPACE, file, ...args], options: cleanEnvironment };
  if (identity.kind === "self") return { file, args, options: cleanEnvironment };
  return { file, args, options: { ...cleanEnvironment, uid: identity.uid, gid: identity.gid } };
}

/**
 * The server does not inherit our environment: no secrets in `/proc/<pid>/environ`, no PGOPTIONS. TZ saves initdb the
 * search through all time zones. Windows programs need their environment.
 */
const cleanEnvironment: SpawnOptions =
  process.platform === "win32"
    ? { windowsHide: true }
    : {
        env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C", TZ: "UTC" },
      };

/**
 * The path of PGDATA for the programs, which are started inside it. Another user may not have the right to enter its
 * parent directories (for example /root), but needs none for its working directory.
 */
export function dataArgument(identity: Identity, data: string): string {
  return identity.kind === "user" && process.platform === "linux" ? "/proc/self/cwd" : data;
}

/** The complete programs at a place where that identity can execute them. */
export function binariesFor(identity: Identity, foundBinaries: Binaries, paths: ClusterPaths): Binaries {
  const binaries = completeBinaries(foundBinaries, paths.directory);
  if (identity.kind !== "user" || canRun(identity, binaries)) return binaries;
  for (const directory of [paths.directory, tmpdir()]) {
    const copy = copyBinaries(binaries, directory);
    if (canRun(identity, copy)) return copy;
  }
  throw noBinaries(`user id ${identity.uid} can execute its programs neither in place nor in ${tmpdir()}`);
}

function canRun(identity: Identity, binaries: Binaries): boolean {
  return runVersion(identity, binaries).status === 0;
}

function runVersion(identity: Identity, binaries: Binaries) {
  const { file, args, options } = commandAs(identity, programPath(binaries, "postgres"), ["--version"]);
  return spawnSync(file, args, { ...options, cwd: "/", encoding: "utf8" });
}

/** The error of a failed start: another C library if the programs cannot run at all, else the program's output. */
export function explainFailure(identity: Identity, binaries: Binaries, output: string): AppError {
  const { status, stderr, error } = runVersion(identity, binaries);
  if (status !== 0)
    return noBinaries(
      `its programs cannot be executed on this system, which may have another C library (${process.platform}-${process.arch})`,
      error ?? stderr,
    );
  return new AppError("unavailable", `The embedded PostgreSQL did not start: ${output}`);
}
