import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type InboxWorld, inboxWorld } from "../../testing/browser/inbox-world.ts";
import { usePageServer } from "../../testing/browser/page-server.ts";
import { shows, useBrowser } from "../../testing/browser/use-browser.ts";
import { hashOf } from "../../testing/test-inbox.ts";
import { useTestService } from "../../testing/test-service.ts";

/** Novu's `@novu/js` without a user interface, in a page. */

const service = await useTestService();
const pages = await usePageServer();
const browser = useBrowser();

async function client(world: InboxWorld, more: object = {}): Promise<Page> {
  const { applicationIdentifier } = world;
  const ours = { apiUrl: service.url, socketUrl: service.url, ...more };
  return browser.visit(pages.novu("novu-headless", { applicationIdentifier, subscriberId: "ada", ...ours }));
}

/** Calls a method of the client in the page, for example `notifications.list`, and returns its data. */
async function call(page: Page, method: string, args?: unknown): Promise<any> {
  const { data, error } = await page.evaluate(callInPage, { method, args });
  if (error) throw new Error(`${method}: ${error}`);
  return data;
}

/** Runs in the page. */
async function callInPage({ method, args }: { method: string; args: unknown }): Promise<any> {
  const names = method.split(".");
  const last = names.pop() as string;
  const owner = names.reduce((one: any, name) => one[name], (globalThis as any).novu);
  const { data, error } = await owner[last](args);
  return JSON.parse(JSON.stringify({ data, error: error && `${error.message} ${error.status ?? ""}` }));
}

/** Calls a method of a listed notification. */
async function callOf(page: Page, subject: string, method: string): Promise<any> {
  const { data, error } = await page.evaluate(callOfInPage, { subject, method });
  if (error) throw new Error(`${method}: ${error}`);
  return data;
}

/** Runs in the page. */
async function callOfInPage({ subject, method }: { subject: string; method: string }): Promise<any> {
  const list = await (globalThis as any).novu.notifications.list({ useCache: false });
  const { data, error } = await list.data.notifications.find((one: any) => one.subject === subject)[method]();
  return JSON.parse(JSON.stringify({ data, error: error && `${error.message} ${error.status ?? ""}` }));
}

const idOf = async (page: Page, subject: string): Promise<string> => {
  const { notifications } = await call(page, "notifications.list", { useCache: false });
  return notifications.find((one: any) => one.subject === subject).id;
};

describe("@novu/js", () => {
  test("lists and counts notifications, and changes one in every way", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First"]);
    await world.notify(["Sale"], "promotions");
    const page = await client(world);
    const { notifications, hasMore } = await call(page, "notifications.list");
    expect(notifications.map(({ subject, body }: any) => [subject, body])).toEqual([
      ["Sale", "About Sale."],
      ["First", "About First."],
    ]);
    expect(hasMore).toBe(false);
    expect((await call(page, "notifications.count", { read: false })).count).toBe(2);
    expect((await call(page, "notifications.count", { tags: ["promo"] })).count).toBe(1);
    const notificationId = await idOf(page, "First");
    expect(await call(page, "notifications.read", { notificationId })).toMatchObject({ isRead: true });
    expect(await world.stored("read")).toEqual(["First"]);
    expect(await call(page, "notifications.unread", { notificationId })).toMatchObject({ isRead: false });
    expect(await call(page, "notifications.archive", { notificationId })).toMatchObject({ isArchived: true });
    expect(await world.stored("archived")).toEqual(["First"]);
    expect(await call(page, "notifications.unarchive", { notificationId })).toMatchObject({
      isArchived: false,
    });
    const snoozeUntil = new Date(Date.now() + 3_600_000).toISOString();
    expect(await call(page, "notifications.snooze", { notificationId, snoozeUntil })).toMatchObject({
      isSnoozed: true,
      snoozedUntil: snoozeUntil,
    });
    expect(await world.stored("snoozed")).toEqual(["First"]);
    expect(await call(page, "notifications.unsnooze", { notificationId })).toMatchObject({
      isSnoozed: false,
    });
    expect(await callOf(page, "Sale", "seen")).toMatchObject({ isSeen: true });
    expect(await world.stored("seen")).toContain("Sale");
    await call(page, "notifications.delete", { notificationId });
    expect((await call(page, "notifications.list", { useCache: false })).notifications).toHaveLength(1);
  });

  test("completes and reverts the buttons of a notification", async () => {
    const world = await inboxWorld(service);
    await world.notify(["Lunch"], "questions");
    const page = await client(world);
    const notificationId = await idOf(page, "Lunch");
    const completed = (notification: any) =>
      [notification.primaryAction, notification.secondaryAction].map((action) => action.isCompleted);
    for (const [method, expected] of [
      ["completePrimary", [true, false]],
      ["revertPrimary", [false, false]],
      ["completeSecondary", [false, true]],
      ["revertSecondary", [false, false]],
    ] as const)
      expect(completed(await call(page, `notifications.${method}`, { notificationId }))).toEqual(expected);
    expect((await world.storedAction("Lunch")).status).toBe("pending");
  });

  test("changes all notifications, or those with a tag", async () => {
    const world = await inboxWorld(service);
    await world.notify(["First", "Second"]);
    await world.notify(["Sale"], "promotions");
    const page = await client(world);
    await call(page, "notifications.readAll", { tags: ["promo"] });
    expect(await world.stored("read")).toEqual(["Sale"]);
    await call(page, "notifications.archiveAllRead");
    expect(await world.stored("archived")).toEqual(["Sale"]);
    await call(page, "notifications.seenAll");
    expect(await world.stored("seen")).toEqual(["First", "Sale", "Second"]);
    await call(page, "notifications.readAll");
    expect(await world.stored("read")).toEqual(["First", "Sale", "Second"]);
    await call(page, "notifications.archiveAll");
    expect(await world.stored("archived")).toEqual(["First", "Sale", "Second"]);
    await call(page, "notifications.deleteAll");
    expect((await call(page, "notifications.count", {})).count).toBe(0);
  });

  test("lists and updates preferences and the schedule", async () => {
    const world = await inboxWorld(service);
    const page = await client(world, { subscriberHash: hashOf(world.environment, "ada") });
    const all = await call(page, "preferences.list");
    expect(all.map(({ level, workflow }: any) => workflow?.identifier ?? level).toSorted()).toEqual([
      "alarms",
      "global",
      "news",
      "promotions",
      "questions",
      "welcome",
    ]);
    const { workflow } = all.find((one: any) => one.workflow?.identifier === "news");
    await call(page, "preferences.update", { workflowId: workflow.id, channels: { in_app: false } });
    const { workflows } = (await world.environment.get("/v2/subscribers/ada/preferences")).body;
    const news = workflows.find((one: any) => one.workflow.identifier === "news");
    expect(news.channels.in_app).toBe(false);
    const weeklySchedule = { monday: { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] } };
    await call(page, "preferences.schedule.update", { isEnabled: true, weeklySchedule });
    expect(await call(page, "preferences.schedule.get")).toMatchObject({ isEnabled: true, weeklySchedule });
  });

  // "cloud" is the client's name for plain web sockets without Socket.IO.
  test.each(["self-hosted", "cloud"])("reports live events to its listeners (%s)", async (socketType) => {
    const world = await inboxWorld(service);
    const page = await client(world, { socketOptions: { socketType } });
    const named = async (name: string) => (await eventsOf(page)).find(({ event }) => event === name);
    const hasArrived = async () => (await named("notification_received")) !== undefined;
    // The client does not say when its socket is open, so notifications are sent until one of them arrives.
    await shows(async () => {
      await world.notify(["Arrived"]);
      return hasArrived();
    }, true);
    await shows(async () => (await named("unread_count_changed")) !== undefined, true);
    expect((await named("notification_received"))?.result).toMatchObject({
      subject: "Arrived",
      body: "About Arrived.",
      isRead: false,
    });
  });
});

/** What the client has reported to its listeners. */
async function eventsOf(page: Page): Promise<{ event: string; result: any }[]> {
  return page.evaluate(() => JSON.parse(JSON.stringify((globalThis as any).events)));
}
