import { readdirSync, renameSync, writeFileSync } from "node:fs";

/** A wall clock that is wrong for the processes started with its variables; time goes on as fast as ever. */
export type FalseClock = {
  readonly variables: Record<string, string>;
  /** Wrong by so many seconds from now on; right with 0. */
  set(offsetSeconds: number): void;
};

export function openFalseClock(directory: string): FalseClock {
  const path = `${directory}/clock`;
  const set = (offsetSeconds: number): void => {
    // Whoever looks in between finds the old time or the new one, and never half of it.
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

export function lacksFalseClocks(): string | undefined {
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
