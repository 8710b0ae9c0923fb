import { expect, test } from "vitest";
import type { InboxApi } from "../api/inbox-api.ts";
import type { InboxNotification, NotificationPage } from "../api/inbox-notification.ts";
import { NotificationList } from "./notification-list.ts";

const one = (id: string, state: Partial<InboxNotification> = {}): InboxNotification => ({
  ...{ id, body: id, createdAt: "2026-01-01T00:00:00.000Z", severity: "none" as const },
  ...{ isRead: false, isSeen: true, isArchived: false, isSnoozed: false },
  ...state,
});

/** A list with two notifications, whose further reads the test answers. */
async function prepared() {
  const answers: ((page: NotificationPage) => void)[] = [];
  const call = () => new Promise<NotificationPage>((resolve) => answers.push(resolve));
  const list = new NotificationList({ call } as unknown as InboxApi, () => {});
  /** Begins a read, lets something happen, and answers with these notifications. */
  const refreshed = async (data: readonly InboxNotification[], meanwhile = () => {}) => {
    const reading = list.refresh();
    meanwhile();
    answers.shift()?.({ data, hasMore: false });
    await reading;
    return list.items.map(({ id, isRead }) => [id, isRead]);
  };
  await refreshed([one("a"), one("b")]);
  return { list, refreshed };
}

test("a read that began before a click shows the state after the click; a later one what the service says", async () => {
  const { list, refreshed } = await prepared();
  const click = () => list.put(one("a", { isRead: true }));
  expect(await refreshed([one("a"), one("b")], click)).toEqual([
    ["a", true],
    ["b", false],
  ]);
  expect(await refreshed([one("a"), one("b")])).toEqual([
    ["a", false],
    ["b", false],
  ]);
});

test("a read that began before a notification was archived does not show it again", async () => {
  const { list, refreshed } = await prepared();
  const archive = () => list.put(one("a", { isArchived: true }));
  expect(await refreshed([one("a"), one("b")], archive)).toEqual([["b", false]]);
});

test("given a change that failed meanwhile, the list shows what was read", async () => {
  const { list, refreshed } = await prepared();
  const fail = () => {
    const { items } = list;
    list.put(one("a", { isRead: true }));
    list.restore(items);
  };
  expect(await refreshed([one("a"), one("b")], fail)).toEqual([
    ["a", false],
    ["b", false],
  ]);
});
