import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { programPath } from "./binaries.ts";
import { type ClusterPaths, SUPERUSER } from "./cluster-paths.ts";
import { commandAs, dataArgument, explainFailure, type Identity, substituteFor } from "./identity.ts";
import type { StartOptions } from "./start-options.ts";

type InitdbAttempt = { identity: Identity; ctype: string };

/**
 * Creates a cluster in an empty directory; tries again with other options when initdb lacks something on this system.
 */
export async function initialise(startOptions: StartOptions, draft: string): Promise<void> {
  let attempt: InitdbAttempt | undefined = { identity: startOptions.identity, ctype: usualCtype };
  while (attempt) {
    const { code, output } = await runInitdb(startOptions, draft, attempt);
    if (code === 0) return writeFileSync(join(draft, "pg_hba.conf"), hostRules(startOptions.paths));
    emptyDirectory(draft);
    attempt = otherAttempt(attempt, output);
    if (!attempt) throw explainFailure(startOptions.identity, startOptions.binaries, lastLine(output));
  }
}

/**
 * Byte order everywhere (`C.UTF-8` of PostgreSQL's own provider: the same on every machine, so an update of the C library
 * never breaks an index), but lower() and ILIKE still handle Ä and ä. Only pg_trgm uses the C library's ctype: with plain
 * C it drops every letter beyond ASCII, so it is C.UTF-8 where the system has it.
 */
const LOCALE = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
const usualCtype = process.platform === "darwin" ? "UTF-8" : "C.UTF-8";

/** For a system without that locale, or (containers) a user id that is not in /etc/passwd, which only initdb needs. */
function otherAttempt({ identity, ctype }: InitdbAttempt, output: string): InitdbAttempt | undefined {
  if (output.includes("invalid locale name") && ctype !== "C") return { identity, ctype: "C" };
  if (!output.includes("could not look up effective user ID")) return undefined;
  const substitute = substituteFor(identity);
  return substitute && { identity: substitute, ctype };
}

function runInitdb(
  startOptions: StartOptions,
  draft: string,
  { identity, ctype }: InitdbAttempt,
): Promise<InitdbOutcome> {
  const { paths } = startOptions;
  if (identity.kind === "user") chownSync(draft, identity.uid, identity.gid);
  const args = ["-D", dataArgument(identity, draft), "-U", SUPERUSER, "-E", "UTF8", ...LOCALE];
  args.push(`--lc-ctype=${ctype}`, "--auth=trust", "--no-instructions");
  if (paths.isLoopback) args.push(`--pwfile=${makePassword(paths)}`);
  // Later checkpoints sync only later changes: without initdb's own sync (20 ms here) a power cut in the first minute
  // could destroy the whole cluster and every notification accepted so far.
  if (!startOptions.isDurable) args.push("--no-sync");
  const {
    file,
    args: all,
    options,
  } = commandAs(identity, programPath(startOptions.binaries, "initdb"), args);
  return outcomeOf(spawn(file, all, { ...options, cwd: draft, stdio: ["ignore", "pipe", "pipe"] }));
}

type InitdbOutcome = { code: number; output: string };

function outcomeOf(child: ChildProcess): Promise<InitdbOutcome> {
  return new Promise((resolve) => {
    let output = "";
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("error", (error) => resolve({ code: -1, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? -1, output }));
  });
}

function emptyDirectory(path: string): void {
  for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true, force: true });
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

function makePassword(paths: ClusterPaths): string {
  writeFileSync(paths.passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  return paths.passwordFile;
}

export function passwordOf(paths: ClusterPaths): string | undefined {
  return paths.isLoopback ? readFileSync(paths.passwordFile, "utf8").trim() : undefined;
}

/**
 * Socket: `trust`, because the kernel has already checked the user. The socket is 0700 in a directory of the server that
 * is 0700, so only that user and root can connect, and both could also read the files. (`peer` would add nothing and
 * would fail in a user namespace.) There is no TCP, so no line for it.
 * Loopback: every local user could connect, so a password is required.
 */
function hostRules(paths: ClusterPaths): string {
  return paths.isLoopback ? "host all all 127.0.0.1/32 scram-sha-256\n" : "local all all trust\n";
}
