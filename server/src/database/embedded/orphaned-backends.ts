import { readdirSync, readFileSync } from "node:fs";
import type { ClusterPaths } from "./cluster-paths.ts";
import { isOurPostmaster, runsIn } from "./postmaster.ts";

/**
 * Ends backends that still execute a long query after their postmaster was killed; PostgreSQL does not start while they
 * run. SIGQUIT is the signal that the postmaster itself would send. They can be identified safely only on Linux: a
 * PostgreSQL program in this data directory, with the title of a backend and a parent that is not a postmaster.
 */
export function endOrphanedBackends(paths: ClusterPaths): void {
  if (process.platform !== "linux") return;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  for (const pid of pids.map(Number)) if (isOrphan(paths, pid)) process.kill(pid, "SIGQUIT");
}

function isOrphan(paths: ClusterPaths, pid: number): boolean {
  try {
    if (!runsIn(paths, pid)) return false;
    const isBackend = readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("postgres: ");
    const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    return isBackend && parent > 0 && !isOurPostmaster(paths, parent);
  } catch {
    return false;
  }
}
