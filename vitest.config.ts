import { defineConfig } from "vitest/config";

const NOISY = "server/scenarios/noisy-neighbours/*.test.ts";

/** Stories and tests share one database cluster a run (globalSetup); the architecture test needs none. */
// biome-ignore lint/style/noDefaultExport: vitest asks for a default export
export default defineConfig({
  test: {
    reporters: ["default", "./server/testing/closing-line.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "architecture", include: ["server/architecture.test.ts"] } },
      {
        extends: true,
        test: {
          name: "tests",
          include: ["{contract,client,server,bench,harness,examples}/**/*.test.ts"],
          exclude: ["**/dist/**", "**/node_modules/**", "server/architecture.test.ts", NOISY],
          globalSetup: ["server/testing/cluster.ts"],
        },
      },
      {
        extends: true,
        // They measure times: one file at a time, and after all others.
        test: {
          name: "noisy",
          include: [NOISY],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
