import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOf } from "../../server/testing/browser/accessibility.ts";
import type { TestBrowser } from "../../server/testing/browser/use-browser.ts";

type Look = { width: number; theme: "light" | "dark" };

/** A desktop and a phone; each in both themes with LOOKS=all, which `npm run look` sets. */
const LOOKS: readonly Look[] =
  process.env.LOOKS === "all"
    ? [1280, 390].flatMap((width): Look[] => [
        { width, theme: "light" },
        { width, theme: "dark" },
      ])
    : [
        { width: 1280, theme: "light" },
        { width: 390, theme: "dark" },
      ];

/** On a desktop and on a phone: axe finds nothing, nothing scrolls sideways; a picture of each. */
export async function expectGoodLooks(browser: TestBrowser, page: Page, name: string): Promise<void> {
  const problems: string[] = [];
  for (const { width, theme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await browser.photograph(page, `${name}-${width}-${theme}`);
    const found = await violationsOf(page);
    problems.push(...found.map((one) => `${width} ${theme}: ${one}`));
    if (await scrollsSideways(page)) problems.push(`${width} ${theme}: scrolls sideways`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  expect(problems).toEqual([]);
}

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
