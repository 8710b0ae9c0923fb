import type { Reporter, TestModule } from "vitest/node";

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
    process.on("exit", () => process.stdout.write(`${counts.passed} passed, ${failed} failed${skipped}\n`));
  }
}
