import type { Locator, Page } from "playwright-core";

/** The open dialogs of a page. A toast has the same role and may still be shown; it is not one of them. */
export const dialogIn = (page: Page): Locator =>
  page.getByRole("dialog").and(page.locator(":not([data-toast])"));
