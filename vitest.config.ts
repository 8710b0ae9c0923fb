import { defineConfig } from "vitest/config";

/** Stories and tests share one database cluster a run (globalSetup); the architecture test needs none. */
// biome-ignore lint/style/noDefaultExport: vitest asks for a default export
export default defineConfig({
  test: {
    projects: [
      { test: { name: "architecture", include: ["server/architecture.test.ts"] } },
      {
        test: {
          name: "tests",
          include: ["{contract,client,server,bench,examples}/**/*.test.ts"],
          exclude: ["**/dist/**", "**/node_modules/**", "server/architecture.test.ts"],
        },
      },
    ],
  },
});
