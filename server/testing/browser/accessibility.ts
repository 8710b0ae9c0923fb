import axe from "axe-core";
import type { Page } from "playwright-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe-core finds against WCAG 2.2 AA in the page as it is shown, also in shadow roots: rule and first element. */
export async function violationsOf(page: Page): Promise<string[]> {
  // 1.4 MB of script: once for each loaded page.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const { found, passed } = await page.evaluate(run, RULES);
  if (passed < 10) throw new Error("axe-core has checked nothing");
  return found;
}

/** Runs in the page. Of what is right only the number of rules is needed; all elements of each took as long to describe. */
async function run(runOnly: readonly string[]): Promise<{ found: string[]; passed: number }> {
  const options = { runOnly, resultTypes: ["violations"] };
  const { violations, passes } = await (globalThis as any).axe.run(options);
  const found = violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
  return { found, passed: passes.length };
}
