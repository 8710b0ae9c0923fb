import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Finds what processes leave behind, and kills processes. */

/** The process id of the embedded PostgreSQL of a data directory. */
export function postmasterOf(dataDirectory: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDirectory, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDirectory) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Processes whose working directory is in this directory. Empty on systems other than Linux. */
export function processesBelow(directory: string): number[] {
  const pids = filesIn("/proc").map(Number).filter(Number.isInteger);
  return pids.filter((pid) => cwdOf(pid)?.startsWith(directory));
}

function cwdOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

export function filesBelow(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

/** Sends SIGKILL and waits until the process has ended. */
export async function killHard(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  try {
    for (process.kill(pid, "SIGKILL"); cwdOf(pid); ) await new Promise((resolve) => setTimeout(resolve, 5));
  } catch {
    // The process has already ended.
  }
}
