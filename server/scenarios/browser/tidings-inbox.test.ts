import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openBreakableConnection } from "../../testing/breakable-connection.ts";
import { type InboxWorld, inboxWorld } from "../../testing/browser/inbox-world.ts";
import { usePageServer } from "../../testing/browser/page-server.ts";
import { quiet } from "../../testing/browser/quiet.ts";
import { tidingsInbox, tidingsInboxPage } from "../../testing/browser/tidings-inbox.ts";
import { shows, useBrowser } from "../../testing/browser/use-browser.ts";
import { inApp } from "../../testing/steps.ts";
import { useTestService } from "../../testing/test-service.ts";
import { advance } from "../../testing/virtual-time.ts";

/** What only `<tidings-inbox>` promises. */

const service = await useTestService();
const pages = await usePageServer();
const browser = useBrowser();

type Attributes = Record<string, string>;

const addressOf = ({ applicationIdentifier }: InboxWorld, more: Attributes = {}, policy?: string) => {
  const attributes = { "application-identifier": applicationIdentifier, "subscriber-id": "ada", ...more };
  return pages.page(tidingsInboxPage(service.url, attributes), policy);
};

const visit = async (world: InboxWorld, more: Attributes = {}) =>
  tidingsInbox(await browser.visit(addressOf(world, more)));

const requestsOf = (page: Page, path: string): string[] => {
  const found: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path && request.method() !== "OPTIONS") found.push(request.url());
  });
  return found;
};

/** Lets the service answer the next request, and the page receive the answer only when the test says so. */
function holdAnswer(page: Page, url: string): { wasMade: Promise<void>; arrive(): Promise<void> } {
  let mayArrive: () => void = () => {};
  const arrival = new Promise<void>((resolve) => {
    mayArrive = resolve;
  });
  const wasMade = new Promise<void>((resolve) => {
    void page.route(
      url,
      async (route) => {
        const response = await route.fetch();
        resolve();
        await arrival;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
  });
  return {
    wasMade,
    arrive: async () => {
      const answered = page.waitForResponse(url);
      mayArrive();
      await (await answered).finished();
      await quiet(page);
    },
  };
}

const alertOf = (page: Page) => page.getByRole("alert").filter({ hasText: /./ });

describe("<tidings-inbox>", () => {
  test("an open menu stays open when its notification changes, which is shown afterwards", async () => {
    const world = await inboxWorld(service);
    await world.notify(["Only"]);
    const inbox = await visit(world);
    const other = tidingsInbox(await browser.visitBeside(inbox.page, addressOf(world)));
    for (const one of [inbox, other]) {
      await one.open();
      await shows(one.subjects, ["Only"]);
    }
    const hour = inbox.page.getByRole("menuitem", { name: "1 hour" });
    await inbox.item("Only").hover();
    await inbox.item("Only").getByRole("button", { name: "Snooze", exact: true }).click();
    await other.act("Only", "read");
    await shows(inbox.isMarked, false);
    expect(await hour.isVisible()).toBe(true);
    expect(await inbox.unreadSubjects()).toEqual(["Only"]);
    await inbox.page.keyboard.press("Escape");
    await shows(inbox.unreadSubjects, []);
    expect(await hour.isVisible()).toBe(false);
  });

  test("runs under a strict Content Security Policy with Trusted Types, without a violation", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First", "Second"]);
    const page = await browser.visit(pages.url);
    await page.addInitScript(() => {
      const own = globalThis as any;
      own.violations = [];
      own.addEventListener("securitypolicyviolation", (event: any) =>
        own.violations.push(event.violatedDirective),
      );
    });
    const policy = `default-src 'none'; script-src ${service.url}; connect-src ${service.url}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`;
    await page.goto(addressOf(world, {}, policy));
    const inbox = tidingsInbox(page);
    await inbox.open();
    await shows(inbox.subjects, ["Second", "First"]);
    await inbox.act("First", "snooze");
    await shows(inbox.subjects, ["Second"]);
    await page.getByRole("dialog").waitFor();
    const panel = await page.getByRole("dialog").boundingBox();
    expect(panel?.width).toBe(400);
    expect(await page.evaluate(() => (globalThis as any).violations)).toEqual([]);
    // The policy is in force.
    const refused = page.evaluate(() => {
      (globalThis as any).document.body.innerHTML = "<b>x</b>";
    });
    await expect(refused).rejects.toThrow(/TrustedHTML/);
  });

  test("shows formatted text and safe links, and keeps others as text", async () => {
    const world = await inboxWorld(service);
    const body = `<p>Now <b>20 %</b> off, <a href="https://shop.example/sale">look</a></p><ul><li>{{ payload.item }}</li></ul>`;
    const controls = { subject: "<em>Sale</em> &amp; more" };
    await world.environment.given.workflow("rich", [inApp(body, controls)]);
    const payload = { item: '<a href="javascript:alert(1)">x</a> & "y"' };
    await world.environment.finished(await world.environment.trigger("rich", "ada", { payload }));
    const inbox = await visit(world);
    await inbox.open();
    await shows(inbox.subjects, ["Sale & more"]);
    const shown = inbox.page.locator("[part=body]");
    expect(await shown.locator("b").textContent()).toBe("20 %");
    expect(await shown.locator("li").textContent()).toBe('<a href="javascript:alert(1)">x</a> & "y"');
    const links = await shown
      .getByRole("link")
      .evaluateAll((all) => all.map((one: any) => [one.href, one.rel]));
    expect(links).toEqual([["https://shop.example/sale", "noopener noreferrer"]]);
    expect(await inbox.page.getByRole("article").getAttribute("aria-label")).toBe("Unread: Sale & more");
  });

  test("a page learns of clicks and counts by events, and may keep links from being followed", async () => {
    const world = await inboxWorld(service);
    await world.notify(["Lunch", "Dinner"], "questions");
    const inbox = await visit(world);
    await inbox.page.locator("tidings-inbox").evaluate((element: any) => {
      const own = globalThis as any;
      own.heard = [];
      for (const name of ["notificationclick", "actionclick", "unreadcountchange"]) {
        own.document.addEventListener(name, (event: any) => {
          const { notification, action, unreadCount } = event.detail;
          own.heard.push([name, action ?? notification?.subject ?? unreadCount.total].join(" "));
          event.preventDefault();
        });
      }
      own.heard.push(`count ${element.unreadCount.total}`);
    });
    const address = inbox.page.url();
    await inbox.open();
    await inbox.pressButton("Dinner", "Decline");
    await shows(() => world.storedAction("Dinner"), { status: "done", pressed: "secondary" });
    await inbox.press("Lunch");
    await shows(() => world.stored("read"), ["Lunch"]);
    const heard: string[] = await inbox.page.evaluate(() => (globalThis as any).heard);
    expect(heard).toEqual(
      expect.arrayContaining(["actionclick secondary", "notificationclick Lunch", "unreadcountchange 1"]),
    );
    expect(inbox.page.url()).toBe(address);
  });

  test("given a failed request, a sentence and a button that repeats it", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First"]);
    const way = await openBreakableConnection(service.url);
    const inbox = await visit(world, { "base-url": new URL(way.url).origin });
    await shows(inbox.isMarked, true);
    // Without the live stream: as soon as it is connected again, the list is read, and the button is gone.
    await inbox.page.route("**/v1/inbox/stream", (route) => route.abort());
    way.cut();
    await inbox.open();
    await shows(() => alertOf(inbox.page).textContent(), "The notification service cannot be reachedRetry");
    await browser.photograph(inbox.page, "tidings-error");
    way.restore();
    await inbox.page.getByRole("button", { name: "Retry" }).click();
    await shows(inbox.subjects, ["First"]);
    expect(await alertOf(inbox.page).count()).toBe(0);
    await way.close();
  });

  test("given a change that the service refuses, takes it back and says why", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First", "Second"]);
    const inbox = await visit(world);
    await inbox.open();
    await shows(inbox.subjects, ["Second", "First"]);
    // The beginning of the stream takes away the sentence of an earlier failure.
    await browser.connected(inbox.page);
    const body = JSON.stringify({ statusCode: 409, message: "It is being changed" });
    const headers = { "content-type": "application/json", "access-control-allow-origin": "*" };
    await inbox.page.route("**/archive", (route) =>
      route.request().method() === "PATCH" ? route.fulfill({ status: 409, headers, body }) : route.continue(),
    );
    await inbox.act("First", "archive");
    await shows(() => alertOf(inbox.page).textContent(), "It is being changedRetry");
    expect(await inbox.subjects()).toEqual(["Second", "First"]);
    expect(await world.stored("archived")).toEqual([]);
    await inbox.page.unroute("**/archive");
    await inbox.page.getByRole("button", { name: "Retry" }).click();
    await shows(inbox.subjects, ["Second"]);
    await shows(() => world.stored("archived"), ["First"]);
  });

  test("given a session that the service refuses, says why and does not ask again by itself", async () => {
    const world = await inboxWorld(service);
    const page = await browser.visit(pages.url);
    await page.clock.install();
    const sessions = requestsOf(page, "/v1/inbox/session");
    await page.goto(addressOf({ ...world, applicationIdentifier: "unknown" }));
    await tidingsInbox(page).open();
    await alertOf(page).waitFor();
    expect(await alertOf(page).textContent()).toMatch(/identifier/);
    const before = sessions.length;
    await page.clock.runFor(60_000);
    await quiet(page);
    expect(sessions.length).toBe(before);
  });

  test("a notification that arrives while the list is read stays, though the list does not have it yet", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First"]);
    const inbox = await visit(world);
    await shows(inbox.isMarked, true);
    await browser.connected(inbox.page);
    const list = holdAnswer(inbox.page, "**/v1/inbox/notifications?*");
    await inbox.open();
    await list.wasMade;
    await world.notify(["Second"]);
    await shows(inbox.subjects, ["Second"]);
    await list.arrive();
    expect(await inbox.subjects()).toEqual(["Second", "First"]);
  });

  test("a snoozed notification that has returned stays, though the answer to its snooze arrives only then", async () => {
    const world = await inboxWorld(service, new Date());
    await world.notify(["Later"]);
    const inbox = await visit(world);
    await browser.connected(inbox.page);
    await inbox.open();
    await shows(inbox.subjects, ["Later"]);
    const snooze = holdAnswer(inbox.page, "**/v1/inbox/notifications/*/snooze");
    await inbox.act("Later", "snooze");
    await snooze.wasMade;
    await shows(inbox.subjects, []);
    await advance(world.environment, 2, "hours");
    await shows(inbox.subjects, ["Later"]);
    await snooze.arrive();
    expect(await inbox.subjects()).toEqual(["Later"]);
  });

  test("a new tab keeps the count that another tab passed on before the answer to its session", async () => {
    const world = await inboxWorld(service);
    const first = await browser.visit(addressOf(world));
    await browser.connected(first);
    const second = await first.context().newPage();
    const session = holdAnswer(second, "**/v1/inbox/session");
    await second.goto(addressOf(world));
    await session.wasMade;
    await world.notify(["New"]);
    const tab = tidingsInbox(second);
    await shows(tab.isMarked, true);
    await session.arrive();
    expect(await tab.isMarked()).toBe(true);
  });

  test("given a session that has ended, opens another one once", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First"]);
    const inbox = await visit(world);
    await shows(inbox.isMarked, true);
    const sessions = requestsOf(inbox.page, "/v1/inbox/session");
    const headers = { "content-type": "application/json", "access-control-allow-origin": "*" };
    const body = JSON.stringify({ statusCode: 401, message: "The session has ended" });
    let hasEnded = false;
    // A preflight that gets the 401 would be a failure of the network for the page, and no session would be opened.
    await inbox.page.route("**/v1/inbox/notifications?*", (route) => {
      if (hasEnded || route.request().method() !== "GET") return route.continue();
      hasEnded = true;
      return route.fulfill({ status: 401, headers, body });
    });
    await inbox.open();
    // The stream may begin meanwhile, and then the list is read a second time, with the session that still works.
    await shows(() => sessions.length, 1);
    await shows(inbox.subjects, ["First"]);
    expect(sessions).toHaveLength(1);
  });

  test("eight tabs share one stream; when its tab closes, another one takes it over", async () => {
    const world = await inboxWorld(service);
    const first = await browser.visit(addressOf(world));
    await browser.connected(first);
    const streams: string[] = [];
    first.context().on("response", (response) => {
      if (new URL(response.url()).pathname === "/v1/inbox/stream" && response.ok())
        streams.push(response.url());
    });
    const tabs = [tidingsInbox(first)];
    for (let count = 1; count < 8; count += 1)
      tabs.push(tidingsInbox(await browser.visitBeside(first, addressOf(world))));
    await world.notify(["For all tabs"]);
    for (const tab of tabs) await shows(tab.isMarked, true);
    expect(streams).toHaveLength(0);
    await first.close();
    await shows(() => streams.length, 1);
    const [second] = tabs.slice(1);
    await second?.open();
    await second?.bulk("readAll");
    for (const tab of tabs.slice(1)) await shows(tab.isMarked, false);
  });

  test("without Web Locks, a tab has its own stream while it is visible, and none after its removal", async () => {
    const world = await inboxWorld(service);
    const page = await browser.visit(pages.url);
    await page.addInitScript(() => {
      Reflect.deleteProperty((globalThis as any).Navigator.prototype, "locks");
    });
    const opened = requestsOf(page, "/v1/inbox/stream");
    const ended: string[] = [];
    page.on("requestfailed", (request) => {
      if (new URL(request.url()).pathname === "/v1/inbox/stream") ended.push(request.url());
    });
    await page.goto(addressOf(world));
    const inbox = tidingsInbox(page);
    const turn = (visibilityState: string) =>
      page.evaluate((value) => {
        const { document, Event } = globalThis as any;
        Object.defineProperty(document, "visibilityState", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, visibilityState);
    await browser.connected(page);
    expect([opened.length, ended.length]).toEqual([1, 0]);
    await turn("hidden");
    await shows(() => ended.length, 1);
    await world.notify(["Meanwhile"]);
    expect(await inbox.isMarked()).toBe(false);
    await turn("visible");
    await shows(inbox.isMarked, true);
    expect(opened.length).toBe(2);
    await page.locator("tidings-inbox").evaluate((element: any) => element.remove());
    await shows(() => ended.length, 2);
    await turn("hidden");
    await turn("visible");
    expect(opened.length).toBe(2);
  });

  test("a new notification costs an open page no request for the list", async () => {
    const world = await inboxWorld(service);
    await world.notify(["Before"]);
    const inbox = await visit(world);
    // The list is read anew when the live stream has begun.
    await browser.connected(inbox.page);
    await inbox.open();
    await shows(inbox.subjects, ["Before"]);
    await shows(() => world.stored("seen"), ["Before"]);
    const lists = requestsOf(inbox.page, "/v1/inbox/notifications");
    const bell = inbox.page.getByRole("button", { name: /^Notifications, / });
    for (const [at, subject] of ["One", "Two", "Three"].entries()) {
      await world.notify([subject]);
      // A count that has the next one already would be a change of another program, for which the list is read.
      await shows(() => bell.getAttribute("aria-label"), `Notifications, ${at + 2} unread`);
    }
    await shows(inbox.subjects, ["Three", "Two", "One", "Before"]);
    await shows(() => world.stored("seen"), ["Before", "One", "Three", "Two"]);
    expect(lists).toEqual([]);
  });

  test("a new notification does not move what is being read; a button leads to it", async () => {
    const world = await inboxWorld(service);
    await world.notify(Array.from({ length: 12 }, (_, at) => `Number ${at + 1}`));
    const inbox = await visit(world);
    await inbox.open();
    await browser.connected(inbox.page);
    await shows(async () => (await inbox.subjects()).length, 10);
    await inbox.scrollToEnd();
    await shows(async () => (await inbox.subjects()).length, 12);
    const placeOf = async () => Math.round((await inbox.item("Number 4").boundingBox())?.y ?? 0);
    await inbox.item("Number 1").scrollIntoViewIfNeeded();
    const place = await placeOf();
    await world.notify(["Arrived"]);
    const newer = inbox.page.getByRole("button", { name: "New notifications", exact: true });
    await newer.waitFor();
    expect(await placeOf()).toBe(place);
    await newer.click();
    await shows(() => inbox.item("Arrived").isVisible(), true);
    expect((await inbox.subjects())[0]).toBe("Arrived");
    expect(await newer.isVisible()).toBe(false);
  });

  test("reading the list anew shows nothing at its end that would move what is being read", async () => {
    const world = await inboxWorld(service);
    await world.notify(Array.from({ length: 9 }, (_, at) => `Number ${at + 1}`));
    const inbox = await visit(world);
    const other = tidingsInbox(await browser.visitBeside(inbox.page, addressOf(world)));
    for (const one of [inbox, other]) {
      await one.open();
      await shows(async () => (await one.subjects()).length, 9);
    }
    await browser.connected(inbox.page);
    await quiet(inbox.page);
    const held = holdAnswer(inbox.page, "**/v1/inbox/notifications?*");
    await other.act("Number 9", "read");
    await held.wasMade;
    const end = () => inbox.page.locator("[part=scroll]").evaluate((list: any) => list.scrollHeight);
    const before = await end();
    await held.arrive();
    await shows(async () => (await inbox.unreadSubjects()).length, 8);
    expect(await end()).toBe(before);
  });

  test("attributes can change at any time; properties may be set before the script is loaded", async () => {
    const world = await inboxWorld(service);
    await world.notify(["For Ada"]);
    await world.notify(["For Bob"], "promotions", "bob");
    const early = `<script>document.createElement("p"); const early = document.querySelector("tidings-inbox");
      early.subscriberId = "bob"; early.tabs = [{ label: "Offers", filter: { tags: ["promo"] } }];</script>`;
    const attributes = { "application-identifier": world.applicationIdentifier };
    const [element, script] = tidingsInboxPage(service.url, attributes).split("</main>");
    const inbox = tidingsInbox(await browser.visit(pages.page(`${element}</main>${early}${script}`)));
    await inbox.open();
    await shows(inbox.subjects, ["For Bob"]);
    await shows(() => inbox.tabCount("Offers"), 1);
    await inbox.page.locator("tidings-inbox").evaluate((node: any) => {
      node.subscriberId = "ada";
      node.removeAttribute("tabs");
      node.texts = { title: "Mitteilungen" };
    });
    await shows(inbox.subjects, ["For Ada"]);
    expect(await inbox.page.getByRole("heading", { level: 2 }).textContent()).toBe("Mitteilungen");
  });
});
