import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "./leftovers.ts";

/** Linux figures of a process and its directory. */
export type ProcessFigures = { residentMb: number; peakMb: number; threads: number; directoryMb: number };

export function figuresOf(pid: number, directory: string): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const number = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? Number.NaN);
  return {
    residentMb: number("VmRSS") / 1024,
    peakMb: number("VmHWM") / 1024,
    threads: number("Threads"),
    directoryMb: bytesBelow(directory) / 2 ** 20,
  };
}

/** Resets the peak of the resident memory. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

function bytesBelow(directory: string): number {
  return filesBelow(directory).reduce((sum, name) => sum + sizeOf(join(directory, name)), 0);
}

/** Returns 0 for missing files: PostgreSQL removes files while they are counted. */
function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : 0;
}
