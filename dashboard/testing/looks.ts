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

const HEIGHT = 900;

/** On a desktop and on a phone: axe finds nothing, nothing scrolls sideways; a picture of each, of the whole page. */
export async function expectGoodLooks(browser: TestBrowser, page: Page, name: string): Promise<void> {
  const problems: string[] = [];
  for (const { width, theme } of LOOKS) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: HEIGHT });
    await page.setViewportSize({ width, height: await heightOf(page) });
    await browser.photograph(page, `${name}-${width}-${theme}`);
    await page.setViewportSize({ width, height: HEIGHT });
    const found = await violationsOf(page);
    problems.push(...found.map((one) => `${width} ${theme}: ${one}`));
    if (await scrollsSideways(page)) problems.push(`${width} ${theme}: scrolls sideways`);
  }
  await page.setViewportSize({ width: 1280, height: HEIGHT });
  await page.emulateMedia({ colorScheme: "light" });
  expect(problems).toEqual([]);
}

/** What is at the lower edge of the window must not cover the page: the window becomes as high as the page. */
const heightOf = async (page: Page): Promise<number> =>
  Math.max(HEIGHT, await page.evaluate<number>("document.documentElement.scrollHeight"));

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
