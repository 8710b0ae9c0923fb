import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violationsOf } from "../../testing/browser/accessibility.ts";
import { type InboxWorld, inboxWorld } from "../../testing/browser/inbox-world.ts";
import { usePageServer } from "../../testing/browser/page-server.ts";
import { tidingsInbox, tidingsInboxPage } from "../../testing/browser/tidings-inbox.ts";
import { shows, useBrowser } from "../../testing/browser/use-browser.ts";
import { useTestService } from "../../testing/test-service.ts";

/** `<tidings-inbox>` by keyboard, for screen readers, in both themes, and on a telephone. */

const service = await useTestService();
const pages = await usePageServer();
const browser = useBrowser();

const TABS = JSON.stringify([{ label: "All" }, { label: "Urgent", filter: { severity: "high" } }]);

async function visit({ applicationIdentifier }: InboxWorld, more: Record<string, string> = {}) {
  const attributes = { "application-identifier": applicationIdentifier, "subscriber-id": "ada", ...more };
  return tidingsInbox(await browser.visit(pages.page(tidingsInboxPage(service.url, attributes))));
}

/** Whether the element has the focus, also inside a shadow root. */
const isFocused = (locator: Locator) =>
  locator.evaluate((node: any) => node.getRootNode().activeElement === node);

const bellOf = (page: Page) => page.getByRole("button", { name: /^Notifications, / });

describe("<tidings-inbox>", () => {
  test.each(["light", "dark"])("theme %s: axe-core finds nothing against WCAG 2.2 AA", async (theme) => {
    const world = await inboxWorld(service);
    await world.notify(["Plain", "Read one"]);
    await world.notify(["Fire"], "alarms");
    await world.notify(["Lunch", "Dinner"], "questions");
    const inbox = await visit(world, { theme, tabs: TABS });
    const { page } = inbox;
    await page.emulateMedia({ colorScheme: theme === "dark" ? "light" : "dark" });
    await page.addStyleTag({ content: `:root { color-scheme: ${theme}; }` });
    expect(await violationsOf(page)).toEqual([]);
    await inbox.open();
    await shows(inbox.subjects, ["Dinner", "Lunch", "Fire", "Read one", "Plain"]);
    await inbox.act("Read one", "read");
    await inbox.pressButton("Lunch", "Accept");
    await shows(() => world.storedAction("Lunch"), { status: "done", pressed: "primary" });
    expect(await violationsOf(page)).toEqual([]);
    await browser.photograph(page, `tidings-${theme}`);
    await inbox.item("Fire").getByRole("button", { name: "Snooze" }).click();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await inbox.show("archived");
    await shows(inbox.subjects, []);
    expect(await violationsOf(page)).toEqual([]);
    await inbox.openPreferences();
    expect(await violationsOf(page)).toEqual([]);
    await browser.photograph(page, `tidings-${theme}-preferences`);
  });

  test("keyboard: opens, moves, reads, snoozes, changes the tab and closes without a mouse", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First", "Second"]);
    await world.notify(["Fire"], "alarms");
    const inbox = await visit(world, { tabs: TABS });
    const { page } = inbox;
    const press = (key: string) => page.keyboard.press(key);
    await shows(inbox.isMarked, true);
    await press("Tab");
    expect(await isFocused(bellOf(page))).toBe(true);
    expect(await bellOf(page).getAttribute("aria-label")).toBe("Notifications, 3 unread");
    expect(await bellOf(page).getAttribute("aria-expanded")).toBe("false");
    await press("Enter");
    await shows(inbox.subjects, ["Fire", "Second", "First"]);
    expect(await bellOf(page).getAttribute("aria-expanded")).toBe("true");
    expect(await isFocused(page.getByRole("dialog", { name: "Notifications" }))).toBe(true);

    await page.getByRole("tab", { name: /^All/ }).focus();
    await press("Tab");
    expect(await isFocused(inbox.item("Fire"))).toBe(true);
    await press("ArrowDown");
    expect(await isFocused(inbox.item("Second"))).toBe(true);
    await press("End");
    expect(await isFocused(inbox.item("First"))).toBe(true);
    await press("Enter");
    await shows(() => world.stored("read"), ["First"]);
    expect(await isFocused(inbox.item("First"))).toBe(true);

    await press("Tab");
    await press("Tab");
    expect(await isFocused(inbox.item("First").getByRole("button", { name: "Snooze" }))).toBe(true);
    await press("Enter");
    expect(await isFocused(page.getByRole("menuitem", { name: "1 hour" }))).toBe(true);
    await press("Escape");
    expect(await isFocused(inbox.item("First").getByRole("button", { name: "Snooze" }))).toBe(true);
    await press("Enter");
    await press("ArrowDown");
    await press("Enter");
    await shows(() => world.stored("snoozed"), ["First"]);
    // The focus goes to the neighbour of the notification that has left the list.
    await shows(() => isFocused(inbox.item("Second")), true);

    await page.getByRole("tab", { name: /^All/ }).focus();
    await press("ArrowRight");
    expect(await isFocused(page.getByRole("tab", { name: /^Urgent/ }))).toBe(true);
    await shows(inbox.subjects, ["Fire"]);
    await press("Escape");
    expect(await isFocused(bellOf(page))).toBe(true);
    expect(await page.getByRole("dialog").isVisible()).toBe(false);
  });

  test("screen readers: hear of a new notification and of the number of unread ones", async () => {
    const world = await inboxWorld(service);
    const { page } = await visit(world);
    await browser.connected(page);
    expect(await bellOf(page).getAttribute("aria-label")).toBe("Notifications, none unread");
    await world.notify(["Arrived"]);
    await shows(() => page.getByRole("status").allTextContents(), ["New notification: Arrived"]);
    await shows(() => bellOf(page).getAttribute("aria-label"), "Notifications, 1 unread");
  });

  test("a click elsewhere closes the panel; on a telephone it fills the screen", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First"]);
    const inbox = await visit(world);
    const { page } = inbox;
    await inbox.open();
    await shows(inbox.subjects, ["First"]);
    await page.mouse.click(880, 740);
    expect(await page.getByRole("dialog").isVisible()).toBe(false);
    await page.setViewportSize({ width: 390, height: 700 });
    await inbox.open();
    await shows(() => page.getByRole("dialog").boundingBox(), { x: 0, y: 0, width: 390, height: 700 });
    await browser.photograph(page, "tidings-telephone");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    expect(await page.getByRole("dialog").isVisible()).toBe(false);
  });

  test("pages style it by variables and parts", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First"]);
    const inbox = await visit(world);
    const content =
      "tidings-inbox { --tidings-width: 300px; --tidings-accent: rgb(1, 2, 3); } tidings-inbox::part(badge) { color: rgb(4, 5, 6); }";
    await inbox.page.addStyleTag({ content });
    await inbox.open();
    await shows(inbox.subjects, ["First"]);
    expect((await inbox.page.getByRole("dialog").boundingBox())?.width).toBe(300);
    const colours = await inbox.page.locator("[part=badge]").evaluate((node: any) => {
      const { backgroundColor, color } = (globalThis as any).getComputedStyle(node);
      return [backgroundColor, color];
    });
    expect(colours).toEqual(["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
  });
});
