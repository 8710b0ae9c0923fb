import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Memory, threads and open files of a process, from /proc; Linux only. */

const KILO = 1024;

/** Resident memory, in bytes. */
export const memoryOf = (pid: number): number => numberIn(pid, "VmRSS");

/** Peak of the resident memory since `resetPeak`, in bytes. */
export const peakMemoryOf = (pid: number): number => numberIn(pid, "VmHWM");

const RESET_PEAK = "5";

export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK);
}

export const threadsOf = (pid: number): number => fieldOf(pid, "Threads");

const numberIn = (pid: number, field: string): number => fieldOf(pid, field) * KILO;

function fieldOf(pid: number, field: string): number {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? Number.NaN);
}

export const megabytes = (bytes: number): string => `${(bytes / KILO / KILO).toFixed(1)} MB`;

/** The number of open files, sockets and pipes. */
export const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

const ESTABLISHED = "01";

/** The number of open client connections to a port of this machine. */
export function connectionsTo(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = readFileSync("/proc/net/tcp", "utf8").split("\n");
  const columns = lines.map((line) => line.trim().split(/\s+/));
  return columns.filter(([, from, , state]) => from?.endsWith(local) && state === ESTABLISHED).length;
}
