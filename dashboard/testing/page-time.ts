import type { Page } from "playwright-core";
import { quiet } from "../../server/testing/browser/quiet.ts";

const HOUR_MS = 3_600_000;

/**
 * Stops the time of a page on which `page.clock.install()` was called; then `passes` lets it pass. Requests and their
 * answers go on, so what happens meanwhile has not waited for a timer.
 */
export async function stopTime(page: Page): Promise<void> {
  // A clock stops only at a time that it has not reached.
  await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + HOUR_MS);
}

/** Lets the page do what it has begun, then lets this time pass for it, and lets it do what follows. */
export async function passes(page: Page, ms: number): Promise<void> {
  await quiet(page);
  await page.clock.runFor(ms);
  await quiet(page);
}

/** Returns what tells the processor time that the page's main thread has used since now, in seconds. */
export async function processorTimeOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const total = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const found = metrics.find(({ name }) => name === "ThreadTime");
    if (!found)
      throw new Error(`the browser has no ThreadTime: ${metrics.map(({ name }) => name).join(", ")}`);
    return found.value;
  };
  const before = await total();
  return async () => (await total()) - before;
}
