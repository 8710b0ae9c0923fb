import { copyFileSync, openSync, renameSync, statSync, truncateSync } from "node:fs";
import type { Log } from "../../foundation/log.ts";
import type { ClusterPaths } from "./cluster-paths.ts";

/** Approximate maximum size of the server's log file and of the previous one (`.1`). */
export const MAX_LOG_BYTES = 10 * 1024 * 1024;
const LOOK_EVERY_MS = 60_000;

/** Opens the log file for a server that starts; a file that is too large is renamed to `.1`. */
export function openLogFile({ logFile }: ClusterPaths): number {
  if (sizeOf(logFile) > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.1`);
  return openSync(logFile, "a", 0o600);
}

/**
 * Truncates a file that is too large while the server writes to it: the server only appends, so it continues at the new
 * end. Lines written between the copy and the truncation are lost.
 */
export function cutLogFile({ logFile }: ClusterPaths, maxBytes = MAX_LOG_BYTES): void {
  if (sizeOf(logFile) <= maxBytes) return;
  copyFileSync(logFile, `${logFile}.1`);
  truncateSync(logFile);
}

/** Checks the size of the log file once a minute until it is closed. */
export function watchLogFile(paths: ClusterPaths, log: Log): { close(): void } {
  const look = setInterval(() => {
    try {
      cutLogFile(paths);
    } catch (error) {
      log.warn({ err: error }, "could not truncate the log of embedded PostgreSQL");
    }
  }, LOOK_EVERY_MS);
  look.unref();
  return { close: () => clearInterval(look) };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
