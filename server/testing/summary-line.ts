import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestModule } from "vitest/node";
import { LONG_STORIES, LONG_TESTS, NOISY_FOLDER, SHORTENED_TESTS } from "./long-tests.ts";
import { pathFromRoot, recordTimings } from "./test-timings.ts";

const SHOWN_FILES = 10;
const ERROR_CHARS = 200;

/**
 * Prints at the end of a run the slowest files, what was left out, a line `FAILED <file> > <test>` for each failure with its
 * errors below it, and as the last line `N passed, N failed`, for programs that parse them. With `TIDINGS_RECORD_TIMINGS=1`,
 * stores what each file took in `test-timings.json`.
 */
// biome-ignore lint/style/noDefaultExport: vitest asks for a default export
export default class SummaryLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message?: string }[]): void {
    const failures = [...modules.flatMap(failuresOf), ...errors.map(unhandled)];
    const states = modules.flatMap((module) => [...module.children.allTests()].map(stateOf));
    const passed = states.filter((state) => state === "passed").length;
    const skipped = states.filter((state) => state === "skipped").length;
    const files = modules.map(timeOf).sort((a, b) => b.ms - a.ms);
    if (process.env.TIDINGS_RECORD_TIMINGS === "1") recordTimings(files);
    const lines = [
      ...slowest(files),
      ...leftOut(new Set(modules.map(({ project }) => project.name))),
      ...failures,
      `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
    ];
    process.on("exit", () => process.stdout.write(`${lines.join("\n")}\n`));
  }
}

type Test = { result(): { state: string; errors?: readonly TestError[] | undefined }; fullName: string };
type TestError = { message?: string; diff?: string; stacks?: readonly { file: string; line: number }[] };
type FileTime = { project: string; path: string; ms: number };

const stateOf = (test: Test) => test.result().state;

/** Tests that failed or did not end, and a file whose imports or hooks failed. */
function failuresOf(module: TestModule): string[] {
  const file = pathFromRoot(module.moduleId);
  const tests = [...module.children.allTests()].filter((test) => /failed|pending/.test(stateOf(test)));
  return [
    ...tests.map((test) => [`FAILED ${file} > ${test.fullName}`, ...errorsOf(test)].join("\n")),
    ...(module.errors().length > 0 ? [`FAILED ${file}: ${firstLine(module.errors()[0])}`] : []),
  ];
}

/** The first lines of each error, what differs, and where it was thrown: the end of a log shows the cause. */
function errorsOf(test: Test): string[] {
  const { errors = [] } = test.result();
  return errors.flatMap(({ message = "", diff = "", stacks = [] }) => {
    const differing = linesOf(diff).filter((line) => /^[-+] /.test(line));
    const places = stacks.map(({ file, line }) => `at ${pathFromRoot(file)}:${line}`);
    const lines = [linesOf(message).slice(0, 4), differing.slice(0, 12), places.slice(0, 3)].flat();
    return lines.map((line) => `  ${line.slice(0, ERROR_CHARS)}`);
  });
}

function linesOf(text: string): string[] {
  return stripVTControlCharacters(text).split("\n").filter(Boolean);
}

const unhandled = (error: { message?: string }) => `FAILED outside of a test: ${firstLine(error)}`;

function firstLine(error: { message?: string } | undefined): string {
  return error?.message?.split("\n")[0] ?? "";
}

function timeOf(module: TestModule): FileTime {
  const { collectDuration, duration } = module.diagnostic();
  return { project: module.project.name, path: module.moduleId, ms: collectDuration + duration };
}

function slowest(files: readonly FileTime[]): string[] {
  if (files.length <= SHOWN_FILES) return [];
  const rows = files.slice(0, SHOWN_FILES).map(({ project, path, ms }) => {
    return `${(ms / 1000).toFixed(1).padStart(7)} s  ${project.padEnd(12)}  ${pathFromRoot(path)}`;
  });
  return [`The ${SHOWN_FILES} slowest of ${files.length} files:`, ...rows];
}

/** What `npm test` leaves to `npm run test:long`; nothing for a run of chosen files. */
function leftOut(projects: ReadonlySet<string>): string[] {
  if (!projects.has("architecture") || !projects.has("tests") || projects.has("long")) return [];
  const names = Object.keys(LONG_TESTS).map((file) => basename(file, ".test.ts"));
  const noisy = readdirSync(NOISY_FOLDER).filter((name) => name.endsWith(".test.ts"));
  const shortened = Object.keys(SHORTENED_TESTS).map((file) => basename(file, ".test.ts"));
  return [
    `Left to \`npm run test:long\`: ${names.length} test files (${names.join(", ")}),`,
    `${noisy.length} of noisy-neighbours, ${LONG_STORIES.length} files of browser stories, and the full form of ${shortened.join(", ")}.`,
  ];
}
