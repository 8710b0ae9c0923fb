import { describe, expect, test } from "vitest";
import { NOVU_CLIENTS, type NovuClient, uncalled } from "../testing/novu-clients.ts";
import { inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** The inbox of a subscriber by API key, as Novu's own clients read and change it. */

const service = await useTestService({ brand: "novu" });

const HOUR_MS = 3_600_000;
const button = { primaryAction: { label: "Open", redirect: { url: "/open", target: "_self" } } };

/** Messages "Hello 1" to "Hello 3"; the last one belongs to a context. */
async function received(environment: TestEnvironment): Promise<void> {
  const step = inApp("Hello {{ payload.n }}", { ...button, data: { kind: "note" } });
  await environment.given.workflow("note", [step], { tags: ["news"], severity: "high" });
  for (const n of [1, 2]) await sendTo(environment, { payload: { n } });
  await sendTo(environment, { payload: { n: 3 }, context: { tenant: "acme" } });
}

async function sendTo(environment: TestEnvironment, more: object): Promise<void> {
  await environment.finished(await environment.trigger("note", "ada", more));
}

const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call succeeded"),
    (error: any) => error,
  );

describe("@novu/api 3.19.1", () => {
  const { open, lacks } = NOVU_CLIENTS.at(-1) as NovuClient;
  const calls = new Set<string>();
  const subscriberId = "ada";

  async function begin() {
    const environment = await service.newEnvironment();
    await received(environment);
    const novu = open(service, environment, calls);
    const { notifications } = novu.subscribers;
    const list = async (more: object = {}) =>
      (await notifications.list({ subscriberId, ...more })).result.data.map((one: any) => one.body);
    const [third, second, first] = (await notifications.list({ subscriberId })).result.data;
    return { novu, notifications, list, third, second, first };
  }

  test("lists with filters and counts", async () => {
    const { notifications, list, third } = await begin();
    expect(third).toMatchObject({
      body: "Hello 3",
      subject: "News",
      isRead: false,
      to: { subscriberId },
      primaryAction: { label: "Open", isCompleted: false, redirect: { url: "/open" } },
      workflow: { identifier: "note", critical: false },
      data: { kind: "note" },
      tags: ["news"],
      severity: "high",
    });
    expect(await list({ limit: 2 })).toEqual(["Hello 3", "Hello 2"]);
    expect(await list({ limit: 2, after: third.id })).toEqual(["Hello 2", "Hello 1"]);
    expect(await list({ contextKeys: ["tenant:acme"] })).toEqual(["Hello 3"]);
    expect(await list({ contextKeys: ["tenant:other"] })).toEqual([]);
    expect(await list({ severity: ["low"] })).toEqual([]);
    expect(await list({ data: '{"kind":"note"}', read: false, createdGte: 1 })).toHaveLength(3);
    const filters = [{ read: false }, { read: true, tags: ["news"] }];
    const { result } = await notifications.count(subscriberId, JSON.stringify(filters));
    expect(result).toEqual([
      { count: 3, filter: filters[0] },
      { count: 0, filter: filters[1] },
    ]);
  });

  test("changes one: read, archive, snooze, button, delete; with its contexts only", async () => {
    const { notifications, list, second } = await begin();
    const one = { subscriberId, notificationId: second.id };
    const states = async (name: string, more: object = {}) => {
      const { result } = await notifications[name]({ ...one, ...more });
      const { isRead, isSeen, isArchived, isSnoozed } = result;
      return [isRead, isSeen, isArchived, isSnoozed];
    };
    expect(await states("markAsRead")).toEqual([true, true, false, false]);
    expect(await states("markAsUnread")).toEqual([false, true, false, false]);
    expect(await states("archive")).toEqual([true, true, true, false]);
    expect(await states("unarchive")).toEqual([true, true, false, false]);
    const snoozeUntil = new Date(Date.now() + HOUR_MS);
    const snooze = { snoozeSubscriberNotificationDto: { snoozeUntil } };
    expect(await states("snooze", snooze)).toEqual([true, true, false, true]);
    expect(await states("unsnooze")).toEqual([false, true, false, false]);
    const pressed = await notifications.completeAction({ ...one, actionType: "primary" });
    expect(pressed.result.primaryAction.isCompleted).toBe(true);
    const reverted = await notifications.revertAction({ ...one, actionType: "primary" });
    expect(reverted.result.primaryAction.isCompleted).toBe(false);
    const elsewhere = caught(notifications.markAsRead({ ...one, contextKeys: ["tenant:acme"] }));
    expect((await elsewhere).statusCode).toBe(404);
    await notifications.delete({ ...one });
    expect(await list()).toEqual(["Hello 3", "Hello 1"]);
    expect((await caught(notifications.delete({ ...one }))).statusCode).toBe(404);
    const nobody = { ...one, subscriberId: "nobody" };
    expect(await caught(notifications.markAsRead(nobody))).toMatchObject({
      statusCode: 404,
      message: "Subscriber: nobody was not found",
    });
  });

  test("changes many: seen, read, archived, deleted; the selection is by contexts and data", async () => {
    const { notifications, list, first } = await begin();
    const seen = { notificationIds: [first.id] };
    await notifications.markAsSeen(seen, subscriberId);
    expect(await list({ seen: true })).toEqual(["Hello 1"]);
    await notifications.markAllAsRead({ contextKeys: ["tenant:acme"] }, subscriberId);
    expect(await list({ read: true })).toEqual(["Hello 3"]);
    await notifications.archiveAllRead({}, subscriberId);
    expect(await list({ archived: true })).toEqual(["Hello 3"]);
    await notifications.archiveAll({ data: '{"kind":"other"}' }, subscriberId);
    expect(await list({ archived: true })).toEqual(["Hello 3"]);
    await notifications.archiveAll({}, subscriberId);
    expect(await list({ archived: false })).toEqual([]);
    await notifications.deleteAll({ contextKeys: ["tenant:acme"] }, subscriberId);
    expect(await list()).toEqual(["Hello 2", "Hello 1"]);
    await notifications.deleteAll({}, subscriberId);
    expect(await list()).toEqual([]);
  });

  test("coverage: calls every operation of the chapter", () => {
    expect(uncalled(calls, ["Inbox"], lacks)).toEqual([]);
  });
});

describe.each(NOVU_CLIENTS)("@novu/api $version", ({ open }) => {
  test("the older operations: feed, unseen count, marks, buttons, online status", async () => {
    const environment = await service.newEnvironment();
    await received(environment);
    const novu = open(service, environment);
    const { notifications, messages, properties } = novu.subscribers;
    const { result: feed } = await notifications.feed({ subscriberId: "ada", limit: 2 });
    expect(feed).toMatchObject({ page: 0, pageSize: 2, hasMore: true, totalCount: 3 });
    expect(feed.data[0]).toMatchObject({ content: "Hello 3", seen: false });
    const [{ id }] = feed.data;
    const unseen = async () => (await notifications.unseenCount({ subscriberId: "ada" })).result.count;
    expect(await unseen()).toBe(3);
    const marked = await messages.markAllAs({ messageId: [id], markAs: "read" }, "ada");
    expect(marked.result).toMatchObject([{ id, read: true, seen: true }]);
    expect(await unseen()).toBe(2);
    const markMessageActionAsSeenDto = { status: "done" };
    const button = { subscriberId: "ada", messageId: id, type: "primary", markMessageActionAsSeenDto };
    const pressed = await messages.updateAsSeen(button);
    expect(pressed.result.cta.action).toMatchObject({ status: "done", result: { type: "primary" } });
    expect((await messages.markAll({ markAs: "seen" }, "ada")).result).toBe(2);
    expect(await unseen()).toBe(0);
    const online = await properties.updateOnlineFlag({ isOnline: true }, "ada");
    expect(online.result.isOnline).toBe(true);
  });
});
