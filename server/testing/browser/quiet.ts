import type { Page } from "playwright-core";

/**
 * Waits until the page has done what it has begun: a task of the lowest priority runs after all others. Answers that are
 * on their way, and timers, are not waited for.
 */
export async function quiet(page: Page): Promise<void> {
  await page.evaluate("scheduler.postTask(() => {}, { priority: 'background' })");
}
