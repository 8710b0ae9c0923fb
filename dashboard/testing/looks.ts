import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOf } from "../../server/testing/browser/accessibility.ts";
import type { TestBrowser } from "../../server/testing/browser/use-browser.ts";

const WIDTHS = [1280, 390];
const THEMES = ["light", "dark"] as const;

/** In both themes, on a desktop and on a phone: axe finds nothing, nothing scrolls sideways; a picture of each. */
export async function expectGoodLooks(browser: TestBrowser, page: Page, name: string): Promise<void> {
  const problems: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await browser.photograph(page, `${name}-${width}-${theme}`);
      const found = await violationsOf(page);
      problems.push(...found.map((one) => `${width} ${theme}: ${one}`));
      if (await scrollsSideways(page)) problems.push(`${width} ${theme}: scrolls sideways`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  expect(problems).toEqual([]);
}

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
