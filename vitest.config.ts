import { defineConfig } from "vitest/config";

const NOISY = "server/scenarios/noisy-neighbours/*.test.ts";
const BROWSER = "server/scenarios/browser/*.test.ts";

/** Left out of `npm run test:rls`: tests that start their own processes, which do not use row-level security. */
const OF_PROCESSES = ["server/scenarios/process-*.test.ts", "server/scenarios/command-line.test.ts"];
/** Also left out: tests without a database, whose result would be the same. */
const WITHOUT_DATABASE = [
  "{contract,client,bench,harness,examples,inbox}/**",
  "server/src/{calendar,conditions,foundation,outbound,providers,sandbox,templates}/**",
  "server/src/database/embedded/**",
  "server/scenarios/guide*.test.ts",
];
const LEFT_OUT = process.env.TIDINGS_TEST_RLS === "1" ? [...OF_PROCESSES, ...WITHOUT_DATABASE] : [];

/** All tests of a run share one database cluster (globalSetup); the architecture test needs none. */
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
          include: ["{contract,client,server,bench,harness,examples,inbox}/**/*.test.ts"],
          exclude: [
            "**/dist/**",
            "**/node_modules/**",
            "server/architecture.test.ts",
            NOISY,
            BROWSER,
            ...LEFT_OUT,
          ],
          globalSetup: ["server/testing/cluster.ts"],
        },
      },
      {
        extends: true,
        // These tests measure times, so they run one file at a time, after all others.
        test: {
          name: "noisy",
          include: [NOISY],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // Each file has a browser of its own, which needs both cores.
        test: {
          name: "browser",
          include: [BROWSER],
          globalSetup: ["server/testing/cluster.ts", "server/testing/browser/browser-setup.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 40_000,
        },
      },
    ],
  },
});
