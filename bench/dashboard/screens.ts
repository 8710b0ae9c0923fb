import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { SignedIn } from "./browser.ts";
import type { Interaction } from "./instruments.ts";
import type { LongTimeline } from "./long-timeline.ts";

export type Vitals = { fcp: number; lcp: number; tbt: number; cls: number };

const LONG_TASK_MS = 50;

/** A first visit with a slow processor and a slow connection, until 2 s after the rows are there. */
export async function timeFirstVisit(signedIn: SignedIn, path: string): Promise<Vitals> {
  const page = await signedIn.openTab(path, true);
  await page.locator("main tbody tr:visible").first().waitFor();
  await sleep(2_000);
  const { longTasks, ...read } = await page.evaluate(() => {
    const { longTasks, firstContentMs, largestContentMs, shifts } = window.bench;
    return { longTasks, fcp: firstContentMs, lcp: largestContentMs, cls: shifts };
  });
  const blocking = longTasks.filter(({ startMs }) => startMs >= read.fcp);
  return { ...read, tbt: blocking.reduce((sum, { tookMs }) => sum + tookMs - LONG_TASK_MS, 0) };
}

/** Clicks and keys on the list with a slow processor: from the input to the next frame. */
export async function timeClicks(signedIn: SignedIn, home: string): Promise<Interaction[]> {
  const page = await signedIn.openTab(`${home}/notifications`, true);
  await page.locator("main tbody tr:visible").first().waitFor();
  const press = async (role: "link" | "button", name: string) => {
    await page
      .getByRole(role, { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await sleep(1_000);
  };
  for (const list of ["Waiting", "Needs attention", "All"]) await press("link", list);
  await press("button", "Older");
  for (const key of ["j", "j", "Enter"]) await page.keyboard.press(key, { delay: 200 });
  await page.getByRole("heading", { name: "Steps" }).waitFor();
  await sleep(1_000);
  await page.keyboard.press("e", { delay: 100 });
  await sleep(1_000);
  await page.keyboard.press("Control+k", { delay: 100 });
  await sleep(1_000);
  await page.keyboard.press("Escape", { delay: 100 });
  await press("link", "Home");
  await press("link", "Workflows");
  return page.evaluate(() => window.bench.interactions);
}

export type Scrolled = { unfoldMs: number; longTasks: number[] };

/** Unfolds all steps, and scrolls from the top to the bottom and back. */
export async function scrollTimeline(
  signedIn: SignedIn,
  { path, steps }: LongTimeline,
  isSlow: boolean,
): Promise<Scrolled> {
  const page = await signedIn.openTab(path, isSlow);
  await page
    .locator("main ol > li article")
    .nth(steps - 1)
    .waitFor();
  const unfoldMs = await page
    .getByRole("button", { name: "Show all details" })
    .evaluate((press) => window.bench.timeBoxes({ press }, ["main ol > li:last-child details[open] li"]));
  await sleep(1_000);
  await page.evaluate(() => window.bench.longTasks.splice(0));
  await page.mouse.move(400, 600);
  await wheel(page, 800);
  await wheel(page, -800);
  const longTasks = await page.evaluate(() => window.bench.longTasks.map(({ tookMs }) => tookMs));
  return { unfoldMs: unfoldMs[0] ?? Number.NaN, longTasks };
}

const WHEEL_EVERY_MS = 30;

async function wheel(page: Page, by: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let turned = 0; turned < height; turned += Math.abs(by)) {
    await page.mouse.wheel(0, by);
    await sleep(WHEEL_EVERY_MS);
  }
}
