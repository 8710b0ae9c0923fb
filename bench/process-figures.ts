import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of a clock tick in /proc (USER_HZ is 100 on all platforms of Linux). */
const TICK_MS = 10;

/** A process and its direct children: PostgreSQL's postmaster and its backends. */
export function withChildren(pid: number): number[] {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((one) => one === pid || parentOf(one) === pid);
}

function parentOf(pid: number): number {
  try {
    return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** CPU time of a process since its start, all threads and ended children included; 0 for an ended process. */
export function cpuMs(pid: number): number {
  try {
    // The name of the program, in parentheses, may have spaces: fields are counted after it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15).map(Number);
    return (user + system + childrenUser + childrenSystem) * TICK_MS;
  } catch {
    return 0;
  }
}
