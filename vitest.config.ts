import { defineConfig } from "vitest/config";
import { LONG_STORIES, LONG_TESTS, NOISY_FOLDER, SHORTENED_TESTS } from "./server/testing/long-tests.ts";

const NOISY = `${NOISY_FOLDER}/*.test.ts`;
const BROWSER = "{server/scenarios/browser,dashboard/stories}/*.test.ts";
const LONG = Object.keys(LONG_TESTS);
const FULL = Object.values(SHORTENED_TESTS).map(({ variable, full }) => [
  variable,
  process.env[variable] ?? full,
]);

/** Left out of `npm run test:rls`: tests that start their own processes, which do not use row-level security. */
const OF_PROCESSES = ["server/scenarios/process-*.test.ts", "server/scenarios/command-line.test.ts"];
/** Also left out: tests without a database, whose result would be the same. */
const WITHOUT_DATABASE = [
  "{contract,client,bench,harness,examples,inbox,dashboard}/**",
  "server/src/{calendar,conditions,foundation,outbound,providers,sandbox,templates}/**",
  "server/src/database/embedded/**",
  "server/scenarios/guide*.test.ts",
];
/** `.ci/run` leaves these to `npm run test:long`: the requests of a full form begin with those of the short one. */
const SHORT_FORMS = process.env.TIDINGS_TEST_FULL_FORMS === "1" ? Object.keys(SHORTENED_TESTS) : [];
const LEFT_OUT = process.env.TIDINGS_TEST_RLS === "1" ? [...OF_PROCESSES, ...WITHOUT_DATABASE] : [];

/** Threads and processes run the build; the tests of a project share one database cluster. */
const globalSetup = ["scripts/build-for-tests.mjs", "server/testing/cluster.ts"];

/** A browser and the service in it need both cores, so these run after the others. */
const BROWSER_PROJECT = {
  globalSetup: [...globalSetup, "server/testing/browser/browser-setup.ts"],
  isolate: false,
  sequence: { groupOrder: 2 },
  // Twice as many pictures take more time.
  testTimeout: process.env.LOOKS === "all" ? 120_000 : 40_000,
};

// biome-ignore lint/style/noDefaultExport: vitest asks for a default export
export default defineConfig({
  test: {
    reporters: ["default", "./server/testing/summary-line.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "architecture", include: ["server/architecture.test.ts"] } },
      {
        extends: true,
        test: {
          name: "tests",
          include: ["{contract,client,server,bench,harness,examples,inbox,dashboard}/**/*.test.ts"],
          exclude: [
            "**/dist/**",
            "**/node_modules/**",
            "server/architecture.test.ts",
            NOISY,
            BROWSER,
            ...LONG,
            ...SHORT_FORMS,
            ...LEFT_OUT,
          ],
          globalSetup,
          // The files of a worker share one process and its modules: loading them took a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        // Each file has its own process, because some measure its memory.
        test: {
          name: "long",
          include: [...LONG, ...Object.keys(SHORTENED_TESTS)],
          globalSetup,
          env: Object.fromEntries(FULL),
        },
      },
      {
        extends: true,
        // These tests measure times, so they run one file at a time, after all others.
        test: {
          name: "noisy",
          include: [NOISY],
          globalSetup: ["scripts/build-for-tests.mjs"],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...BROWSER_PROJECT,
          name: "browser",
          include: [BROWSER],
          exclude: process.env.TIDINGS_TEST_RLS === "1" ? [BROWSER] : [...LONG_STORIES],
        },
      },
      { extends: true, test: { ...BROWSER_PROJECT, name: "browser-long", include: [...LONG_STORIES] } },
    ],
  },
});
