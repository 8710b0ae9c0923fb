import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** What Linux tells of a process: its memory, its threads and its open files. */

const KILO = 1024;

/** Memory that is really held, in bytes. */
export const memoryOf = (pid: number): number => numberIn(pid, "VmRSS");

/** The most it ever held since `forgetPeak`. */
export const peakMemoryOf = (pid: number): number => numberIn(pid, "VmHWM");

const RESET_PEAK = "5";

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK);
}

export const threadsOf = (pid: number): number => fieldOf(pid, "Threads");

const numberIn = (pid: number, field: string): number => fieldOf(pid, field) * KILO;

function fieldOf(pid: number, field: string): number {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? Number.NaN);
}

export const megabytes = (bytes: number): string => `${(bytes / KILO / KILO).toFixed(1)} MB`;

/** Files, sockets and pipes it has open. */
export const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

const ESTABLISHED = "01";

/** Connections to a port of this machine which their callers keep open, as they may. */
export function callersAt(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = readFileSync("/proc/net/tcp", "utf8").split("\n");
  const columns = lines.map((line) => line.trim().split(/\s+/));
  return columns.filter(([, from, , state]) => from?.endsWith(local) && state === ESTABLISHED).length;
}
