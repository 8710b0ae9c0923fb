import { readdirSync, readFileSync } from "node:fs";
import type { ClusterPaths } from "./cluster-paths.ts";
import { isOurPostmaster, standsIn } from "./postmaster.ts";

/**
 * Ends backends that outlived their killed postmaster because a long query keeps them busy; PostgreSQL rightly does not
 * start beside them. SIGQUIT is what the postmaster itself would send. Only Linux lets us know them for certain:
 * a PostgreSQL program, standing in this data directory, with the title of a backend and a parent that is no postmaster.
 */
export function endOrphans(paths: ClusterPaths): void {
  if (process.platform !== "linux") return;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  for (const pid of pids.map(Number)) if (isOrphan(paths, pid)) process.kill(pid, "SIGQUIT");
}

function isOrphan(paths: ClusterPaths, pid: number): boolean {
  try {
    if (!standsIn(paths, pid)) return false;
    const isBackend = readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("postgres: ");
    const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    return isBackend && parent > 0 && !isOurPostmaster(paths, parent);
  } catch {
    return false;
  }
}
