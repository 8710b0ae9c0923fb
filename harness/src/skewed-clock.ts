import { readdirSync, renameSync, writeFileSync } from "node:fs";

/** A wall clock with an offset, for the processes started with its variables. Its speed is right. */
export type SkewedClock = {
  readonly variables: Record<string, string>;
  /** Sets the offset; 0 is the right time. */
  set(offsetSeconds: number): void;
};

export function openSkewedClock(directory: string): SkewedClock {
  const path = `${directory}/clock`;
  const set = (offsetSeconds: number): void => {
    // Atomic: a reader sees the old offset or the new one, never a half-written file.
    writeFileSync(`${path}.next`, `${offsetSeconds < 0 ? "" : "+"}${offsetSeconds}\n`);
    renameSync(`${path}.next`, path);
  };
  set(0);
  return {
    variables: {
      LD_PRELOAD: libraries()[0] ?? "",
      FAKETIME_TIMESTAMP_FILE: path,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
    },
    set,
  };
}

export function clockSkewUnsupported(): string | undefined {
  return libraries().length > 0 ? undefined : "the library libfaketime is not installed";
}

/** Where Debian puts it. */
function libraries(): string[] {
  return pathsIn("/usr/lib")
    .filter((path) => path.includes("-linux-gnu"))
    .flatMap((path) => pathsIn(`${path}/faketime`))
    .filter((path) => path.endsWith("/libfaketimeMT.so.1"));
}

function pathsIn(directory: string): string[] {
  try {
    return readdirSync(directory).map((name) => `${directory}/${name}`);
  } catch {
    return [];
  }
}
