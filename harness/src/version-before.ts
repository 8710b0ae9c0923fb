import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** The version before this one, as sources of the repository's history, built with the libraries of this tree. */

const ROOT = join(import.meta.dirname, "../..");
/** The state whose processes may go on while this version migrates, as long as there is no release (tag). Its schema is 0050. */
const BASE = "1d9ed42b9929b8ea1cd3632d44e8e999a8bd5179";

/** The output of a git command that reads; undefined if it fails. */
function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** The commit of the version before: `TIDINGS_UPGRADE_FROM` (a tag or commit), else the newest release before this commit, else `BASE`. */
function commitBefore(): string | undefined {
  const release = git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^");
  const name = process.env.TIDINGS_UPGRADE_FROM ?? release ?? BASE;
  return git("rev-parse", "--verify", "--quiet", `${name}^{commit}`);
}

/** Why this machine cannot build the version before. */
export function versionBeforeMissing(): string | undefined {
  return commitBefore() ? undefined : "the history of the repository with the version before is not here";
}

const MAX_OUTPUT_BYTES = 100 * 1024 * 1024;

/** Other scenarios go on meanwhile. @throws Error with the output if the command fails. */
async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  variables: object = {},
): Promise<void> {
  const env = { ...process.env, ...variables };
  await promisify(execFile)(command, args, { cwd, env, maxBuffer: MAX_OUTPUT_BYTES });
}

/** Checks out and builds the version before, once. @returns the path of its program. */
export async function openVersionBefore(): Promise<string> {
  const commit = commitBefore() ?? BASE;
  const directory = join(ROOT, ".build", "versions", commit);
  const program = join(directory, "client", "bin", "tidings.js");
  const built = join(directory, ".built");
  if (existsSync(built)) return program;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  await checkOut(commit, directory);
  linkLibraries(directory);
  const build = 'import("./scripts/build-runtime.mjs").then(({ buildRuntime }) => buildRuntime(() => {}))';
  await run(process.execPath, ["--eval", build], directory);
  writeFileSync(built, commit);
  return program;
}

/** With an index of its own, so that the repository's stays as it is. */
async function checkOut(commit: string, directory: string): Promise<void> {
  const places = ["--git-dir", git("rev-parse", "--absolute-git-dir") ?? "", "--work-tree", directory];
  const index = { GIT_INDEX_FILE: join(directory, ".index") };
  await run("git", [...places, "checkout", "--quiet", commit, "--", "."], directory, index);
}

/** The libraries of this tree, but the workspaces of the other one. */
function linkLibraries(directory: string): void {
  const [ours, theirs] = [join(ROOT, "node_modules"), join(directory, "node_modules")];
  mkdirSync(join(theirs, "@tidings"), { recursive: true });
  for (const name of readdirSync(ours))
    if (name !== "@tidings") symlinkSync(join(ours, name), join(theirs, name));
  for (const name of readdirSync(join(ours, "@tidings")))
    if (existsSync(join(directory, name))) symlinkSync(join(directory, name), join(theirs, "@tidings", name));
}
