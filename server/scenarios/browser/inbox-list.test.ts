import { describe, expect, test } from "vitest";
import type { InboxPage } from "../../testing/browser/inbox-page.ts";
import { type InboxWorld, inboxWorld } from "../../testing/browser/inbox-world.ts";
import { INBOXES, type InboxKind } from "../../testing/browser/inboxes.ts";
import { usePageServer } from "../../testing/browser/page-server.ts";
import { shows, useBrowser } from "../../testing/browser/use-browser.ts";
import { useTestService } from "../../testing/test-service.ts";
import { advance } from "../../testing/virtual-time.ts";

/** Each step is checked in the page and in the database. */

const service = await useTestService();
const pages = await usePageServer();
const browser = useBrowser();

const TABS = [
  { label: "All", filter: {} },
  { label: "Offers", filter: { tags: ["promo"] } },
  { label: "Urgent", filter: { severity: "high" } },
];

async function visit(kind: InboxKind, world: InboxWorld, tabs?: typeof TABS): Promise<InboxPage> {
  const { applicationIdentifier } = world;
  const options = { url: service.url, applicationIdentifier, subscriberId: "ada", ...(tabs ? { tabs } : {}) };
  return kind.on(await browser.visit(kind.address(pages, options)));
}

describe.each(INBOXES)("$name", (kind) => {
  test("marks the bell, lists notifications, and reports which were seen", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First", "Second", "Third"]);
    const inbox = await visit(kind, world);
    await shows(inbox.isMarked, true);
    expect(await world.stored("seen")).toEqual([]);
    await inbox.open();
    await shows(inbox.subjects, ["Third", "Second", "First"]);
    await shows(inbox.unreadSubjects, ["Third", "Second", "First"]);
    await shows(() => world.stored("seen"), ["First", "Second", "Third"]);
    expect(await world.stored("read")).toEqual([]);
    await browser.photograph(inbox.page, `${kind.slug}-list`);
  });

  test("given 35 notifications, scrolling lists each once, the newest first, by cursors", async () => {
    const world = await inboxWorld(service);
    const subjects = Array.from({ length: 35 }, (_, at) => `Number ${at + 1}`);
    await world.notify(subjects);
    const inbox = await visit(kind, world);
    // The first page is read anew when the live stream has begun.
    await browser.connected(inbox.page);
    const cursors: string[] = [];
    inbox.page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const after = searchParams.get("after");
      if (request.method() === "GET" && pathname === "/v1/inbox/notifications" && after) cursors.push(after);
    });
    await inbox.open();
    await shows(async () => (await inbox.subjects()).length, 10);
    await browser.photograph(inbox.page, `${kind.slug}-first-page`);
    const scrolled = async () => {
      await inbox.scrollToEnd();
      return (await inbox.subjects()).length;
    };
    await shows(scrolled, 35);
    expect(await inbox.subjects()).toEqual(subjects.toReversed());
    expect(cursors).toHaveLength(3);
    expect(new Set(cursors).size).toBe(3);
  });

  test("marks a notification as read and unread, archives it and takes it back", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First", "Second"]);
    const inbox = await visit(kind, world);
    await inbox.open();
    await inbox.act("First", "read");
    await shows(inbox.unreadSubjects, ["Second"]);
    await shows(() => world.stored("read"), ["First"]);
    await inbox.act("First", "unread");
    await shows(inbox.unreadSubjects, ["Second", "First"]);
    await shows(() => world.stored("read"), []);
    await inbox.act("First", "archive");
    await shows(inbox.subjects, ["Second"]);
    await shows(() => world.stored("archived"), ["First"]);
    await inbox.show("archived");
    await shows(inbox.subjects, ["First"]);
    await inbox.act("First", "unarchive");
    await shows(inbox.subjects, []);
    await shows(() => world.stored("archived"), []);
    await inbox.show("all");
    await shows(inbox.subjects, ["Second", "First"]);
  });

  test("a click marks as read; the last unread one takes the mark off the bell", async () => {
    const world = await inboxWorld(service);
    await world.notify(["Only"]);
    const inbox = await visit(kind, world);
    await shows(inbox.isMarked, true);
    await inbox.open();
    await inbox.press("Only");
    await shows(() => world.stored("read"), ["Only"]);
    await shows(inbox.isMarked, false);
  });

  test("buttons store which was pressed, and the secondary one follows its link", async () => {
    const world = await inboxWorld(service);
    await world.notify(["Lunch", "Dinner"], "questions");
    const inbox = await visit(kind, world);
    await inbox.open();
    expect(await world.storedAction("Lunch")).toEqual({ status: "pending", pressed: null });
    await browser.photograph(inbox.page, `${kind.slug}-buttons`);
    await inbox.pressButton("Lunch", "Accept");
    await shows(() => world.storedAction("Lunch"), { status: "done", pressed: "primary" });
    await inbox.pressButton("Dinner", "Decline");
    await shows(() => world.storedAction("Dinner"), { status: "done", pressed: "secondary" });
    await shows(() => new URL(inbox.page.url()).pathname, "/declined");
  });

  test("tabs list by tag and by severity, and count their unread ones", async () => {
    const world = await inboxWorld(service);
    await world.notify(["Plain"]);
    await world.notify(["Sale", "Gift"], "promotions");
    await world.notify(["Fire"], "alarms");
    const inbox = await visit(kind, world, TABS);
    await inbox.open();
    await shows(inbox.subjects, ["Fire", "Gift", "Sale", "Plain"]);
    await shows(() => Promise.all(TABS.map(({ label }) => inbox.tabCount(label))), [4, 2, 1]);
    await inbox.tab("Offers");
    await shows(inbox.subjects, ["Gift", "Sale"]);
    await inbox.act("Gift", "read");
    await shows(() => world.stored("read"), ["Gift"]);
    await shows(() => Promise.all(TABS.map(({ label }) => inbox.tabCount(label))), [3, 1, 1]);
    await inbox.tab("Urgent");
    await shows(inbox.subjects, ["Fire"]);
    await browser.photograph(inbox.page, `${kind.slug}-tabs`);
  });

  test("each status has its own list", async () => {
    const world = await inboxWorld(service);
    await world.notify(["New", "Known", "Old", "Later"]);
    const inbox = await visit(kind, world);
    await inbox.open();
    await inbox.act("Known", "read");
    await inbox.act("Old", "archive");
    await inbox.act("Later", "snooze");
    await shows(() => world.stored("snoozed"), ["Later"]);
    await shows(inbox.subjects, ["Known", "New"]);
    await inbox.show("unread");
    await shows(inbox.subjects, ["New"]);
    await inbox.show("snoozed");
    await shows(inbox.subjects, ["Later"]);
    await inbox.show("archived");
    await shows(inbox.subjects, ["Old"]);
    await inbox.show("all");
    await shows(inbox.subjects, ["Known", "New"]);
  });

  test("the menu marks all as read, archives the read ones, and archives all", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First", "Second"]);
    const inbox = await visit(kind, world);
    await inbox.open();
    await shows(inbox.subjects, ["Second", "First"]);
    await inbox.bulk("readAll");
    await shows(() => world.stored("read"), ["First", "Second"]);
    await shows(inbox.unreadSubjects, []);
    await shows(inbox.isMarked, false);
    await inbox.act("Second", "unread");
    await shows(() => world.stored("read"), ["First"]);
    await inbox.bulk("archiveRead");
    await shows(() => world.stored("archived"), ["First"]);
    await shows(inbox.subjects, ["Second"]);
    await inbox.bulk("archiveAll");
    await shows(() => world.stored("archived"), ["First", "Second"]);
    await shows(inbox.subjects, []);
  });

  test("a snoozed notification leaves the list, and returns when the held clock has passed its hour", async () => {
    const world = await inboxWorld(service, new Date());
    await world.notify(["Later", "Now"]);
    const inbox = await visit(kind, world);
    await inbox.open();
    await inbox.act("Later", "snooze");
    await shows(inbox.subjects, ["Now"]);
    await shows(() => world.stored("snoozed"), ["Later"]);
    await advance(world.environment, 30, "minutes");
    expect(await world.stored("snoozed")).toEqual(["Later"]);
    await advance(world.environment, 1, "hours");
    await shows(() => world.stored("snoozed"), []);
    await inbox.page.reload();
    await shows(inbox.isMarked, true);
    await inbox.open();
    await shows(async () => (await inbox.subjects()).toSorted(), ["Later", "Now"]);
  });
});
