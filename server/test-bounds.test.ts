import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * No test decides by elapsed time: a slow machine is no fault. Instead, it asserts an order, a count, units of work, blocks of
 * EXPLAIN, processor time (`testing/linear.ts`, `testing/processor-time.ts`) or moves a clock. What only guards against hanging
 * is a multiple of PATIENCE_MS, which is the default of polls.
 */

const ELAPSED = [/\bperformance\.now\(/, /\bDate\.now\(\) - (?:Date\.|[A-Za-z]\w*(?:\)|;|$))/m];
const GUARD = [/\b(?:timeout|testTimeout|hookTimeout): \d/, /^ {0,4}\}, (?:\d{2,}|[5-9])_000\);$/m];

/** Files that may measure elapsed time, each with the reason. */
const MEASURING: Readonly<Record<string, string>> = {
  "server/scenarios/mail-connections.test.ts": "compares times of one run with the time of that run",
  "server/scenarios/metrics-readings.test.ts": "compares an age with the time since its cause",
  "server/scenarios/noisy-neighbours/idempotency-keys.test.ts": "attacks for some seconds",
  "server/scenarios/noisy-neighbours/templates.test.ts":
    "chooses the size of an attack by what the machine does",
  "server/scenarios/outage-log.test.ts": "interrupts the database for some seconds",
  "server/scenarios/rates.test.ts": "no machine may send faster than the rate; slower ones pass",
  "server/src/http/event-loop-load.test.ts": "holds the event loop for some milliseconds",
  "server/src/templates/hostile-templates.test.ts": "prints figures, and gives deadlines that have passed",
  "server/src/templates/inspect-template.test.ts": "prints a figure",
  "server/src/templates/plain-outputs.test.ts": "gives a deadline that has passed",
  "server/src/templates/templates.test.ts": "prints a figure",
};

const FOLDERS = ["bench", "client", "contract", "dashboard", "examples", "harness", "inbox", "server"];

const sources = FOLDERS.flatMap((folder) => {
  const root = new URL(`../${folder}/`, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts") && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => ({
      path: `${folder}/${path.replaceAll("\\", "/")}`,
      text: readFileSync(new URL(path, root), "utf8"),
    }));
}).filter(({ path }) => path !== "server/test-bounds.test.ts");

const matching = (patterns: readonly RegExp[]) =>
  sources.filter(({ text }) => patterns.some((pattern) => pattern.test(text))).map(({ path }) => path);

test("no test measures elapsed time, except the listed ones", () => {
  expect(sources.length).toBeGreaterThan(400);
  expect(matching(ELAPSED).filter((path) => !(path in MEASURING))).toEqual([]);
});

test("no test has a time-out of its own in milliseconds", () => {
  expect(matching(GUARD)).toEqual([]);
});
