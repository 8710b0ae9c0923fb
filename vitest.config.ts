import { defineConfig } from "vitest/config";
import { LONG_STORIES, LONG_TESTS, NOISY_FOLDER, SHORTENED_TESTS } from "./server/testing/long-tests.ts";
import { LongestFirst } from "./server/testing/longest-first.ts";
import { PATIENCE_MS } from "./server/testing/patience.ts";
import { rowSecuredTests } from "./server/testing/row-secured-tests.ts";

/** They read sources and documents, and run in seconds. */
const OF_TEXTS = ["server/architecture.test.ts", "server/documents.test.ts", "server/migrations.test.ts"];
const NOISY = `${NOISY_FOLDER}/*.test.ts`;
const BROWSER = "{server/scenarios/browser,dashboard/stories}/*.test.ts";
const LONG = Object.keys(LONG_TESTS);
const FULL = Object.values(SHORTENED_TESTS).map(({ variable, full }) => [
  variable,
  process.env[variable] ?? full,
]);

/** `.ci/run` leaves these to `npm run test:long`: the requests of a full form begin with those of the short one. */
const SHORT_FORMS = process.env.TIDINGS_TEST_FULL_FORMS === "1" ? Object.keys(SHORTENED_TESTS) : [];
/** With TIDINGS_TEST_RLS=1, only what row-level security or another PostgreSQL can change. */
const TESTS =
  process.env.TIDINGS_TEST_RLS === "1"
    ? rowSecuredTests()
    : ["{contract,client,server,bench,harness,examples,inbox,dashboard}/**/*.test.ts"];

/** Threads and processes run the build; the tests of a project share one database cluster. */
const globalSetup = ["scripts/build-for-tests.mjs", "server/testing/cluster.ts"];

/** A browser and the service in it need both cores, so these run after the others, two at a time. */
const BROWSER_PROJECT = {
  globalSetup: [...globalSetup, "server/testing/browser/browser-setup.ts"],
  isolate: false,
  maxWorkers: 2,
  sequence: { groupOrder: 2 },
  // A story is a hundred steps on a page, each with its own patience; the longest one takes 65 s on a slow machine.
  testTimeout: 20 * PATIENCE_MS,
};

// biome-ignore lint/style/noDefaultExport: vitest asks for a default export
export default defineConfig({
  test: {
    reporters: ["default", "./server/testing/summary-line.ts"],
    // For tests that hang. What a test waits for fails earlier, and says what it was.
    testTimeout: 5 * PATIENCE_MS,
    hookTimeout: 5 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // One more than the cores of the gate, because files also wait: for PostgreSQL, for due times, for processes.
    maxWorkers: 3,
    setupFiles: ["server/testing/property-seed.ts"],
    // The projects follow each other in the order of this list, each with its longest files first.
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "architecture", include: OF_TEXTS } },
      {
        extends: true,
        test: {
          name: "tests",
          include: TESTS,
          exclude: ["**/dist/**", "**/node_modules/**", ...OF_TEXTS, NOISY, BROWSER, ...LONG, ...SHORT_FORMS],
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
          testTimeout: 20 * PATIENCE_MS,
        },
      },
      {
        extends: true,
        test: {
          ...BROWSER_PROJECT,
          name: "browser",
          include: [BROWSER],
          exclude: [...LONG_STORIES],
        },
      },
      { extends: true, test: { ...BROWSER_PROJECT, name: "browser-long", include: [...LONG_STORIES] } },
    ],
  },
});
