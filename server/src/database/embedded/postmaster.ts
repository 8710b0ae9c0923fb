import { execFileSync, spawn } from "node:child_process";
import { closeSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../foundation/app-error.ts";
import { type Binaries, programPath } from "./binaries.ts";
import { type ClusterPaths, SOCKET_PORT } from "./cluster-paths.ts";
import { commandAs, dataArgument } from "./identity.ts";
import { openLogFile } from "./log-file.ts";
import type { StartOptions } from "./start-options.ts";

/** The contents of `postmaster.pid`. */
export type PostmasterFile = { pid: number; port: number; isReady: boolean };

/** undefined: no file. "broken": the file is empty, because the server is just writing it or after a power cut. */
export function readPostmasterFile(paths: ClusterPaths): PostmasterFile | "broken" | undefined {
  let lines: string[];
  try {
    lines = readFileSync(postmasterFile(paths), "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid <= 0 || !port) return "broken";
  return { pid, port, isReady: lines[7]?.trim() === "ready" };
}

function postmasterFile(paths: ClusterPaths): string {
  return join(paths.data, "postmaster.pid");
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Process ids are reused, so this checks the program. A postmaster's working directory is its data directory. */
export function isOurPostmaster(paths: ClusterPaths, pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform === "linux") return runsIn(paths, pid);
    if (process.platform === "win32")
      return execFileSync("tasklist", ["/FI", `PID eq ${pid}`, "/NH"], { encoding: "utf8" }).includes(
        "postgres",
      );
    const command = execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(paths.data);
  } catch {
    return false;
  }
}

/**
 * Linux: a PostgreSQL program whose working directory is this data directory. @throws when it has ended or cannot be
 * read.
 */
export function runsIn(paths: ClusterPaths, pid: number): boolean {
  if (readlinkSync(`/proc/${pid}/cwd`) !== paths.data) return false;
  const program = readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, "");
  return basename(program) === "postgres";
}

/**
 * Whether another process may use a server that this process cannot reach. Linux only: its backends' titles have
 * `[local]`.
 */
export function mayHaveClients(pid: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    return children.some((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("[local]"));
  } catch {
    return true;
  }
}

/** The started program; `exitCode` stays undefined while it runs. */
export type Started = { readonly pid: number | undefined; exitCode: number | undefined };

/** Own session (Ctrl-C does not reach it), output to the log file, and no handle that keeps this process alive. */
export function startPostmaster(startOptions: StartOptions): Started {
  const { paths, identity } = startOptions;
  const port = paths.isLoopback ? randomPort() : SOCKET_PORT;
  const flags = [...startOptions.settings, `listen_addresses=${paths.isLoopback ? "127.0.0.1" : ""}`];
  const args = [
    "-D",
    dataArgument(identity, paths.data),
    "-k",
    paths.isLoopback ? "" : ".",
    "-p",
    String(port),
  ];
  args.push(...flags.flatMap((flag) => ["-c", flag]));
  const {
    file,
    args: all,
    options,
  } = windowsCommand(startOptions, args) ?? postgresCommand(startOptions, args);
  const output = openLogFile(paths);
  const child = spawn(file, all, {
    ...options,
    cwd: paths.data,
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const started: Started = { pid: child.pid, exitCode: undefined };
  child.once("error", () => {
    started.exitCode = -1;
  });
  child.once("exit", (code) => {
    started.exitCode = code ?? -1;
  });
  child.unref();
  return started;
}

function postgresCommand(startOptions: StartOptions, args: string[]) {
  return commandAs(startOptions.identity, programPath(startOptions.binaries, "postgres"), args);
}

/** Windows: only pg_ctl can drop an administrator's rights. Not tested. */
function windowsCommand(startOptions: StartOptions, args: string[]) {
  if (process.platform !== "win32") return undefined;
  const quoted = args.map((arg) => `"${arg}"`).join(" ");
  const pgCtl = programPath(startOptions.binaries, "pg_ctl");
  return commandAs(startOptions.identity, pgCtl, [
    "start",
    "-W",
    "-D",
    startOptions.paths.data,
    "-o",
    quoted,
  ]);
}

/** With a port in use the server exits, and the next attempt uses another one. */
function randomPort(): number {
  return 49152 + Math.floor(Math.random() * 16000);
}

/** The last line of the server's log that describes a failure. */
export function lastComplaint(paths: ClusterPaths): string {
  const lines = readFileSync(paths.logFile, "utf8").slice(-4000).trim().split("\n");
  const complaint = lines.filter((line) => /FATAL|PANIC|error/i.test(line)).at(-1) ?? lines.at(-1) ?? "";
  return `${complaint.replace(/^.*?(FATAL|PANIC):\s*/, "")} (see ${paths.logFile})`;
}

/**
 * When the process id of a stale file now belongs to another program, PostgreSQL refuses to start ("is another postmaster
 * running?"). This writes our own process id there, because PostgreSQL treats its parent's id as stale. Deleting the file
 * would also delete the note about shared memory, which PostgreSQL needs to find backends of a killed postmaster.
 */
export function removeStalePidFile(paths: ClusterPaths): void {
  const running = readPostmasterFile(paths);
  if (!running || running === "broken" || !isAlive(running.pid)) return;
  // Checked here, because another process may have started the server in the meantime.
  if (isOurPostmaster(paths, running.pid)) return;
  rmSync(join(paths.data, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true });
  const rest = readFileSync(postmasterFile(paths), "utf8").split("\n").slice(1);
  writeFileSync(postmasterFile(paths), [process.pid, ...rest].join("\n"));
}

/** PostgreSQL does not start with an empty file, because another server might just be writing it. */
export function removeBrokenFile(paths: ClusterPaths): void {
  if (readPostmasterFile(paths) === "broken") rmSync(postmasterFile(paths), { force: true });
}

const FAST_SHUTDOWN_MS = 20_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/** SIGINT is PostgreSQL's "fast" shutdown: it rolls back open transactions, writes a checkpoint and exits. */
export async function stopPostmaster(paths: ClusterPaths, pid: number, binaries: Binaries): Promise<void> {
  for (const [signal, patienceMs] of [
    ["SIGINT", FAST_SHUTDOWN_MS],
    ["SIGQUIT", IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    if (!isOurPostmaster(paths, pid)) return;
    sendSignal(pid, signal, binaries);
    if (await isGoneWithin(paths, pid, patienceMs)) return;
  }
  throw new AppError("unavailable", `PostgreSQL (process ${pid}) of ${paths.directory} does not stop.`);
}

/** On Windows, Node's signals kill at once; `pg_ctl kill` requests a shutdown. */
function sendSignal(pid: number, signal: "SIGINT" | "SIGQUIT", binaries: Binaries): void {
  if (process.platform !== "win32") process.kill(pid, signal);
  else execFileSync(programPath(binaries, "pg_ctl"), ["kill", signal.slice(3), String(pid)]);
}

async function isGoneWithin(paths: ClusterPaths, pid: number, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    if (!isOurPostmaster(paths, pid) && !isExiting(pid)) return true;
    await sleep(5);
  }
  return false;
}

/**
 * Linux: the kernel releases the program and the working directory of a process before the process has ended. Until then
 * it exists, but `isOurPostmaster` cannot recognize it. A zombie has ended.
 */
function isExiting(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    if (/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))) return false;
    readlinkSync(`/proc/${pid}/exe`);
    return false;
  } catch {
    return isAlive(pid);
  }
}
