import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * What this run has started, and how it is ended when the run is interrupted: at once, without asking. Every directory
 * carries our process id in its name, so that the next run sweeps what a killed one left.
 */
const pids = new Set<number>();
const directories = new Set<string>();
const PREFIX = "tidings-verify-";
let made = 0;

export const remember = (pid: number): void => void pids.add(pid);
export const forget = (pid: number): void => void pids.delete(pid);

export function makeDirectory(name: string): string {
  made += 1;
  const directory = join(tmpdir(), `${PREFIX}${process.pid}-${made}-${name}`);
  mkdirSync(directory, { mode: 0o700 });
  directories.add(directory);
  return directory;
}

export function removeDirectory(directory: string): void {
  for (const pid of processesBelow(directory)) endHard(pid);
  for (const disk of disksBelow(directory)) spawnSync("umount", ["--lazy", disk]);
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  directories.delete(directory);
}

/** What is mounted there; Linux only. */
function disksBelow(directory: string): string[] {
  const places = linesOf("/proc/self/mounts").map((line) => line.split(" ")[1] ?? "");
  return places.filter((place) => `${place}/`.startsWith(`${directory}/`));
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Processes whose working directory lies there; Linux only. PostgreSQL's stand in their data directory. */
export function processesBelow(directory: string): number[] {
  const all = namesIn("/proc").map(Number).filter(Number.isInteger);
  return all.filter((pid) => pid !== process.pid && standsIn(pid, directory));
}

function standsIn(pid: number, directory: string): boolean {
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

export function endHard(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It went by itself.
  }
}

export function endEverything(): void {
  for (const pid of pids) endHard(pid);
  for (const directory of directories) removeDirectory(directory);
}

/** What must hold at the end: nothing that was started is left. */
export function remains(): string[] {
  const own = namesIn(tmpdir()).filter((name) => name.startsWith(`${PREFIX}${process.pid}-`));
  return [...[...pids].map((pid) => `process ${pid}`), ...own.map((name) => `directory ${name}`)];
}

/** Ends everything when the harness ends, however it ends; and what a killed harness left behind. */
export function cleanUpAtEnd(): void {
  sweep();
  process.on("exit", endEverything);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      process.stderr.write(`\nInterrupted (${signal}): ending what was started …\n`);
      process.exit(130);
    });
  }
}

function sweep(): void {
  for (const name of namesIn(tmpdir())) {
    const [, owner] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (owner && !namesIn("/proc").includes(owner)) removeDirectory(join(tmpdir(), name));
  }
}
