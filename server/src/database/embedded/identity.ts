import { type SpawnOptions, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { AppError } from "../../foundation/app-error.ts";
import { type Binaries, completeBinaries, copyBinaries, noBinaries, programPath } from "./binaries.ts";
import type { ClusterPaths } from "./cluster-paths.ts";

/**
 * As whom PostgreSQL runs. It refuses to run as root, so for root there are two routes:
 * - `namespace`: inside a user namespace that calls us "nobody". To the file system it is still root, so it works in
 *   place, also below a directory that only root may enter.
 * - `user`: really another user: the owner of the data where that is not root, else nobody (65534). Taken also where
 *   namespaces are refused (containers without the right, hardened kernels).
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

/** Who can do what an identity without a name cannot: its files are the same ones, or are given to it afterwards. */
export function substituteFor(identity: Identity): Identity | undefined {
  if (identity.kind === "self" && process.platform === "linux") return { kind: "namespace" };
  if (identity.kind === "user" && identity.uid !== NOBODY) return { kind: "user", uid: NOBODY, gid: NOBODY };
  return undefined;
}

/** A program with its arguments, and what `spawn` must be told to run it as that identity. */
export type Command = { file: string; args: string[]; options: SpawnOptions };

export function commandAs(identity: Identity, file: string, args: string[]): Command {
  if (identity.kind === "namespace")
    return { file: "unshare", args: [...IN_NAMESPACE, file, ...args], options: cleanEnvironment };
  if (identity.kind === "self") return { file, args, options: cleanEnvironment };
  return { file, args, options: { ...cleanEnvironment, uid: identity.uid, gid: identity.gid } };
}

/**
 * The server gets nothing of our environment: no secrets for `/proc/<pid>/environ`, no PGOPTIONS, and a TZ that saves
 * initdb the search through all time zones. Windows programs cannot live without theirs.
 */
const cleanEnvironment: SpawnOptions =
  process.platform === "win32"
    ? { windowsHide: true }
    : {
        env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C", TZ: "UTC" },
      };

/**
 * How PGDATA is named to the programs, which are started inside it. Another user may have no right to pass the
 * directories above it (/root, for one), but needs none for the directory it stands in.
 */
export function dataArgument(identity: Identity, data: string): string {
  return identity.kind === "user" && process.platform === "linux" ? "/proc/self/cwd" : data;
}

/** The programs, complete and where that identity can execute them. */
export function binariesFor(identity: Identity, found: Binaries, paths: ClusterPaths): Binaries {
  const binaries = completeBinaries(found, paths.directory);
  if (identity.kind !== "user" || canRun(identity, binaries)) return binaries;
  for (const directory of [paths.directory, tmpdir()]) {
    const copy = copyBinaries(binaries, directory);
    if (canRun(identity, copy)) return copy;
  }
  throw noBinaries(`user id ${identity.uid} can execute its programs neither in paths nor in ${tmpdir()}`);
}

function canRun(identity: Identity, binaries: Binaries): boolean {
  return runVersion(identity, binaries).status === 0;
}

function runVersion(identity: Identity, binaries: Binaries) {
  const { file, args, options } = commandAs(identity, programPath(binaries, "postgres"), ["--version"]);
  return spawnSync(file, args, { ...options, cwd: "/", encoding: "utf8" });
}

/** Called when something failed: says the likeliest reason, a foreign C library, or else what the program said. */
export function explainFailure(identity: Identity, binaries: Binaries, said: string): AppError {
  const { status, stderr, error } = runVersion(identity, binaries);
  if (status !== 0)
    return noBinaries(
      `its programs cannot be executed on this system, which may have another C library (${process.platform}-${process.arch})`,
      error ?? stderr,
    );
  return new AppError("unavailable", `The built-in PostgreSQL did not start: ${said}`);
}
