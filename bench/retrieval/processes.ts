import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What `/proc/PID/stat` counts in: USER_HZ is 100 on every Linux. */
const MS_PER_TICK = 10;

/** Processor time of these processes so far, in milliseconds; 0 for a process that has ended. */
export function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
}

function cpuMsOf(pid: number): number {
  // The name, in parentheses, may contain spaces; utime and stime are fields 14 and 15.
  const fields = statOf(pid)?.split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK;
}

function statOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
}

/** The embedded PostgreSQL of a data directory. */
export type Postgres = { host: string; port: number; user: string; database: string; pids: () => number[] };

/** Reads where the server listens; its processes are the postmaster and the children of it. */
export function postgresOf(dataDirectory: string): Postgres {
  const lines = readFileSync(`${dataDirectory}/postgres/postmaster.pid`, "utf8").split("\n");
  const postmaster = Number(lines[0]);
  const isOfServer = (pid: number) => pid === postmaster || parentOf(pid) === postmaster;
  const pids = () =>
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter(isOfServer);
  return {
    host: join(dataDirectory, "postgres", lines[4] ?? ""),
    port: Number(lines[3]),
    user: "tidings",
    database: "tidings",
    pids,
  };
}

function parentOf(pid: number): number {
  return Number(statOf(pid)?.split(") ")[1]?.split(" ")[1]);
}
