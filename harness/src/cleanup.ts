import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Processes and directories of this run. An interrupted run kills and removes them at once. Every directory has our
 * process id in its name, so that the next run can remove what a killed run left behind.
 */
const pids = new Set<number>();
const directories = new Set<string>();
const PREFIX = "tidings-verify-";
let directoryCount = 0;

export const trackProcess = (pid: number): void => void pids.add(pid);
export const untrackProcess = (pid: number): void => void pids.delete(pid);

export function makeDirectory(name: string): string {
  directoryCount += 1;
  const directory = join(tmpdir(), `${PREFIX}${process.pid}-${directoryCount}-${name}`);
  mkdirSync(directory, { mode: 0o700 });
  directories.add(directory);
  return directory;
}

export function removeDirectory(directory: string): void {
  for (const pid of processesBelow(directory)) killProcess(pid);
  for (const mount of mountsBelow(directory)) spawnSync("umount", ["--lazy", mount]);
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  directories.delete(directory);
}

/** Linux only. */
function mountsBelow(directory: string): string[] {
  const mounts = linesOf("/proc/self/mounts").map((line) => line.split(" ")[1] ?? "");
  return mounts.filter((mount) => `${mount}/`.startsWith(`${directory}/`));
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Processes whose working directory is below `directory`; Linux only. PostgreSQL runs in its data directory. */
export function processesBelow(directory: string): number[] {
  const all = namesIn("/proc").map(Number).filter(Number.isInteger);
  return all.filter((pid) => pid !== process.pid && runsBelow(pid, directory));
}

function runsBelow(pid: number, directory: string): boolean {
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${directory}/`);
  } catch {
    return false;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

export function killAll(): void {
  for (const pid of pids) killProcess(pid);
  for (const directory of directories) removeDirectory(directory);
}

/** Processes and directories of this run that still exist; there must be none at the end. */
export function findLeftovers(): string[] {
  const own = namesIn(tmpdir()).filter((name) => name.startsWith(`${PREFIX}${process.pid}-`));
  return [...[...pids].map((pid) => `process ${pid}`), ...own.map((name) => `directory ${name}`)];
}

/** Removes what a killed run left behind, and cleans up on every exit of this one. */
export function cleanUpAtEnd(): void {
  removeOldDirectories();
  process.on("exit", killAll);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      process.stderr.write(`\nInterrupted (${signal}): stopping all processes of this run …\n`);
      process.exit(130);
    });
  }
}

function removeOldDirectories(): void {
  for (const name of namesIn(tmpdir())) {
    const [, owner] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (owner && !namesIn("/proc").includes(owner)) removeDirectory(join(tmpdir(), name));
  }
}
