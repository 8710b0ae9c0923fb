import { describe, expect, test } from "vitest";
import { startService } from "../../src/service.ts";
import { openBreakableConnection } from "../../testing/breakable-connection.ts";
import type { InboxPage } from "../../testing/browser/inbox-page.ts";
import { type InboxWorld, inboxWorld } from "../../testing/browser/inbox-world.ts";
import { INBOXES, type InboxKind, type InboxOptions } from "../../testing/browser/inboxes.ts";
import { usePageServer } from "../../testing/browser/page-server.ts";
import { shows, useBrowser } from "../../testing/browser/use-browser.ts";
import { keepPort } from "../../testing/kept-port.ts";
import { useTestService } from "../../testing/test-service.ts";
import { advance } from "../../testing/virtual-time.ts";

/** What an open page shows without being loaded again. */

const service = await useTestService();
const pages = await usePageServer();
const browser = useBrowser();

const addressOf = (kind: InboxKind, world: InboxWorld, more: Partial<InboxOptions> = {}) => {
  const { applicationIdentifier } = world;
  return kind.address(pages, { url: service.url, applicationIdentifier, subscriberId: "ada", ...more });
};

/** A page with an open list of these notifications. */
async function opened(kind: InboxKind, address: string, subjects: readonly string[]): Promise<InboxPage> {
  const inbox = kind.on(await browser.visit(address));
  await inbox.open();
  await shows(inbox.subjects, [...subjects]);
  // A list that is not read yet shows nothing, too: its answer could arrive after a notification, and take it away.
  if (subjects.length === 0) await shows(inbox.isEmpty, true);
  await browser.connected(inbox.page);
  return inbox;
}

describe.each(INBOXES)("$name", (kind) => {
  test("a new notification appears in the open list, and marks the bell of a closed one", async () => {
    const world = await inboxWorld(service);
    await world.notify(["Before"]);
    const open = await opened(kind, addressOf(kind, world), ["Before"]);
    await open.bulk("readAll");
    const closed = kind.on(await browser.visit(addressOf(kind, world)));
    const loads: string[] = [];
    for (const { page } of [open, closed]) page.on("domcontentloaded", () => loads.push(page.url()));
    await browser.connected(closed.page);
    await shows(closed.isMarked, false);
    await world.notify(["Arrived"]);
    await shows(closed.isMarked, true);
    await shows(() => subjectsWithNew(open), ["Arrived", "Before"]);
    await shows(open.isMarked, true);
    await browser.photograph(open.page, `${kind.slug}-live`);
    expect(loads).toEqual([]);
    expect([open, closed].flatMap(({ page }) => browser.errorsOf(page))).toEqual([]);
  });

  test("pages show only their own subscriber's notifications", async () => {
    const world = await inboxWorld(service);
    const ada = await opened(kind, addressOf(kind, world), []);
    const bob = await opened(kind, addressOf(kind, world, { subscriberId: "bob" }), []);
    await world.notify(["For Bob"], "news", "bob");
    await world.notify(["For Ada"]);
    await shows(ada.subjects, ["For Ada"]);
    await shows(bob.subjects, ["For Bob"]);
  });

  test("reading in one tab takes the mark off the others", async () => {
    const world = await inboxWorld(service);
    await world.notify(["Only"]);
    const first = await opened(kind, addressOf(kind, world), ["Only"]);
    const tabs = [first];
    for (let count = 1; count < 3; count += 1)
      tabs.push(kind.on(await browser.visitBeside(first.page, addressOf(kind, world))));
    for (const tab of tabs) await shows(tab.isMarked, true);
    await first.act("Only", "read");
    for (const tab of tabs) await shows(tab.isMarked, false);
    await world.notify(["Another"]);
    for (const tab of tabs) await shows(tab.isMarked, true);
  });

  test("a snoozed notification returns to an open page when the held clock has passed its hour", async () => {
    const world = await inboxWorld(service, new Date());
    await world.notify(["Later"]);
    const inbox = await opened(kind, addressOf(kind, world), ["Later"]);
    await inbox.act("Later", "read");
    await inbox.act("Later", "snooze");
    await shows(inbox.subjects, []);
    await shows(inbox.isMarked, false);
    // The page shows a change before the service has stored it, and the hour must not have passed by then.
    await shows(() => world.stored("snoozed"), ["Later"]);
    await advance(world.environment, 2, "hours");
    await shows(inbox.isMarked, true);
    await shows(() => subjectsWithNew(inbox), ["Later"]);
  });

  test("given a cut connection, notifications arrive again when it is restored", async () => {
    const world = await inboxWorld(service);
    const way = await openBreakableConnection(service.url);
    const liveUrl = new URL(way.url).origin;
    const inbox = await opened(kind, addressOf(kind, world, { url: liveUrl, liveUrl }), []);
    await world.notify(["Before"]);
    await shows(inbox.subjects, ["Before"]);
    way.cut();
    await world.notify(["Meanwhile"]);
    expect(await inbox.subjects()).toEqual(["Before"]);
    way.restore();
    await browser.connected(inbox.page, 2);
    await world.notify(["Afterwards"]);
    await shows(() => subjectsWithNew(inbox), ["Afterwards", "Meanwhile", "Before"]);
    await way.close();
  });

  test("given a restart of the service, open pages reconnect by themselves", async () => {
    const world = await inboxWorld(service);
    const settings = { ...service.parts.settings, port: await keepPort() };
    const first = await startService({ ...service.parts, settings });
    const inbox = await opened(kind, addressOf(kind, world, { url: first.url, liveUrl: first.url }), []);
    await world.notify(["Before"]);
    await shows(inbox.subjects, ["Before"]);
    await first.close();
    const second = await startService({ ...service.parts, settings });
    // The first one accepts no connection from the beginning of its end, so this one is to the second.
    await browser.connected(inbox.page, 2);
    await world.notify(["Afterwards"]);
    await shows(async () => (await subjectsWithNew(inbox)).includes("Afterwards"), true);
    await inbox.act("Afterwards", "read");
    await shows(() => world.stored("read"), ["Afterwards"]);
    await second.close();
  });
});

/** What the list shows once it shows also what has arrived. */
async function subjectsWithNew(inbox: InboxPage): Promise<string[]> {
  await inbox.showNew();
  return inbox.subjects();
}
