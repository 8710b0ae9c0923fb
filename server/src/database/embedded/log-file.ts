import { copyFileSync, openSync, renameSync, statSync, truncateSync } from "node:fs";
import type { Log } from "../../foundation/log.ts";
import type { ClusterPaths } from "./cluster-paths.ts";

/** The log of the server and the file before it (`.1`) have about this many bytes each at most. */
export const LARGEST_LOG_BYTES = 10 * 1024 * 1024;
const LOOK_EVERY_MS = 60_000;

/** For the output of a server that starts; a file that is too large becomes the file before. */
export function openLogFile({ logFile }: ClusterPaths): number {
  if (sizeOf(logFile) > LARGEST_LOG_BYTES) renameSync(logFile, `${logFile}.1`);
  return openSync(logFile, "a", 0o600);
}

/**
 * Cuts a file that is too large while the server writes to it: the server only appends, so that it goes on at the new end.
 * Lines that are written between the copy and the cut are lost.
 */
export function cutLogFile({ logFile }: ClusterPaths, largestBytes = LARGEST_LOG_BYTES): void {
  if (sizeOf(logFile) <= largestBytes) return;
  copyFileSync(logFile, `${logFile}.1`);
  truncateSync(logFile);
}

/** Looks after the log file until it is closed. */
export function watchLogFile(paths: ClusterPaths, log: Log): { close(): void } {
  const look = setInterval(() => {
    try {
      cutLogFile(paths);
    } catch (error) {
      log.warn({ err: error }, "the log of the built-in PostgreSQL could not be cut");
    }
  }, LOOK_EVERY_MS);
  look.unref();
  return { close: () => clearInterval(look) };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
