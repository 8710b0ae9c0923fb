import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { makeDirectory, removeDirectory } from "./cleanup.ts";

/** Mounts a tmpfs of a few megabytes. It is unmounted when its directory is removed. */
export function makeSmallDisk(megabytes: number): string {
  const directory = makeDirectory("disk");
  const problem = mount(directory, megabytes);
  if (problem) throw new Error(`a small disk could not be mounted: ${problem}`);
  return directory;
}

function mount(directory: string, megabytes: number): string | undefined {
  const options = `size=${megabytes}m,mode=0700`;
  const { status, stderr, error } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", directory]);
  return status === 0 ? undefined : (error?.message ?? String(stderr).trim());
}

export function smallDiskUnsupported(): string | undefined {
  if (process.getuid?.() !== 0) return "only root may mount a small disk";
  const directory = makeDirectory("trial");
  const problem = mount(directory, 1);
  removeDirectory(directory);
  return problem && `a small disk cannot be mounted: ${problem}`;
}

const CHUNK = Buffer.alloc(1024 * 1024);

/** Fills the disk, up to the last page. */
export function fill(path: string): void {
  const file = openSync(path, "a", 0o600);
  for (let size = CHUNK.length; size >= 4_096; )
    try {
      writeSync(file, CHUNK, 0, size);
    } catch (error) {
      if ((error as { code?: string }).code !== "ENOSPC") throw error;
      size /= 2;
    }
  closeSync(file);
}
