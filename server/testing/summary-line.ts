import { readdirSync } from "node:fs";
import { basename } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { LONG_STORIES, LONG_TESTS, NOISY_FOLDER, SHORTENED_TESTS } from "./long-tests.ts";

/** Prints `N passed, N failed` as the last line of a run, for programs that parse it. */
// biome-ignore lint/style/noDefaultExport: vitest asks for a default export
export default class SummaryLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      if (module.errors().length > 0) counts.failed += 1;
    }
    const failed = counts.failed + counts.pending + errors.length;
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    const summary = `${counts.passed} passed, ${failed} failed${skipped}\n`;
    const note = leftOut(new Set(modules.map(({ project }) => project.name)));
    process.on("exit", () => process.stdout.write(note + summary));
  }
}

/** What `npm test` leaves to `npm run test:long`; nothing for a run of chosen files. */
function leftOut(projects: ReadonlySet<string>): string {
  if (!projects.has("architecture") || !projects.has("tests") || projects.has("long")) return "";
  const names = Object.keys(LONG_TESTS).map((file) => basename(file, ".test.ts"));
  const noisy = readdirSync(NOISY_FOLDER).filter((name) => name.endsWith(".test.ts"));
  const shortened = Object.keys(SHORTENED_TESTS).map((file) => basename(file, ".test.ts"));
  return [
    `Left to \`npm run test:long\`: ${names.length} test files (${names.join(", ")}),`,
    `${noisy.length} of noisy-neighbours, ${LONG_STORIES.length} files of browser stories, and the full form of ${shortened.join(", ")}.\n`,
  ].join(" ");
}
