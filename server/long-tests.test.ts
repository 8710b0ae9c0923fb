import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { LONG_TESTS, NOISY_FOLDER, SHORTENED_TESTS } from "./testing/long-tests.ts";
import { rowSecuredTests } from "./testing/row-secured-tests.ts";

/** Checks that `npm test` and `npm run test:long` together run every test, that `.ci/run` runs both, and what it repeats. */

const ROOT = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

test("long tests: every listed file exists", () => {
  const files = [...Object.keys(LONG_TESTS), ...Object.keys(SHORTENED_TESTS), NOISY_FOLDER];
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test("projects: `npm test` and `npm run test:long` each run their own, and `.ci/run` runs both", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const of = (script: string) =>
    [...(scripts[script] ?? "").matchAll(/--project ([\w-]+)/g)].map(([, name]) => name);
  const names = [...read("vitest.config.ts").matchAll(/ name: "([\w-]+)"/g)].map(([, name]) => name);
  expect(names).toContain("tests");
  expect([...of("test"), ...of("test:long")].sort()).toEqual(names.sort());
  expect(read(".ci/run")).toMatch(/^stage test env TIDINGS_TEST_FULL_FORMS=1 npm test$/m);
  expect(read(".ci/run")).toMatch(/^stage test-long npm run test:long$/m);
});

test("row-level security: repeats tests of calls, stores and migrations, and none of the engine alone", () => {
  const names = rowSecuredTests().map((file) => basename(file, ".test.ts"));
  const repeated = [
    "isolation",
    "inbox-isolation",
    "hostile-input",
    "model",
    "topics-api",
    "notification-lists",
  ];
  expect(names).toEqual(expect.arrayContaining([...repeated, "migrate", "topic-store"]));
  const left = ["digest-windows", "delay", "attempts", "process-restart", "novu-clients", "sanitize-html"];
  expect(names.filter((name) => left.includes(name))).toEqual([]);
});
