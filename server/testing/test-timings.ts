import { readFileSync, statSync, writeFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** What is known of a test file: its project of vitest and its absolute path. */
export type TestFile = { project: string; path: string };

/** Milliseconds for each file, imports and hooks included, by project and by path from the root. */
type Timings = Record<string, Record<string, number>>;

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FILE = `${ROOT}test-timings.json`;

/** The path of a test file from the root, with slashes. */
export const pathFromRoot = (path: string) => relative(ROOT, path).split(sep).join("/");

/** The milliseconds that a file took when they were recorded; a file that is not recorded counts 1 ms for each byte. */
export function expectedMs(): (file: TestFile) => number {
  const timings = read();
  return ({ project, path }) => timings[project]?.[pathFromRoot(path)] ?? statSync(path).size;
}

/** Stores what files took in `test-timings.json`, beside what is known of the others; forgets files that were deleted. */
export function recordTimings(taken: readonly (TestFile & { ms: number })[]): void {
  const timings = read();
  for (const { project, path, ms } of taken) {
    timings[project] ??= {};
    timings[project][pathFromRoot(path)] = Math.round(ms);
  }
  const sorted = Object.entries(timings).map(([project, files]): [string, object] => [
    project,
    Object.fromEntries(Object.entries(files).filter(exists).sort()),
  ]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted.sort()), null, 2)}\n`);
}

const exists = ([path]: [string, number]) => statSync(ROOT + path, { throwIfNoEntry: false }) !== undefined;

function read(): Timings {
  return JSON.parse(readFileSync(FILE, "utf8"));
}
