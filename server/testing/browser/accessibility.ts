import axe from "axe-core";
import type { Page } from "playwright-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe-core finds against WCAG 2.2 AA in the page as it is shown, also in shadow roots: rule and first element. */
export async function violationsOf(page: Page): Promise<string[]> {
  // 1.4 MB of script: once for each loaded page.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(
    (rules) => (globalThis as any).axe.run({ runOnly: rules }),
    RULES,
  );
  if (passes.length < 10) throw new Error("axe-core has checked nothing");
  return violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
}
