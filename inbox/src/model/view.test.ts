import { expect, test } from "vitest";
import type { InboxNotification } from "../api/inbox-notification.ts";
import { belongsInto, listPath, readTabs, STATUSES, takesAllNew, unreadFilter } from "./view.ts";

const decoded = (path: string) => decodeURIComponent(path.replaceAll("+", " "));

test("list: asks for the state, the tab and the page", () => {
  expect(listPath({ filter: {}, status: "all" }, 15)).toBe(
    "notifications?limit=15&archived=false&snoozed=false",
  );
  const filter = { tags: ["a&b", "c"], severity: ["high", "low"], data: { kind: "x" } } as const;
  expect(decoded(listPath({ filter, status: "unread" }, 10, "id1"))).toBe(
    'notifications?limit=10&after=id1&read=false&archived=false&snoozed=false&tags[]=a&b&tags[]=c&severity[]=high&severity[]=low&data={"kind":"x"}',
  );
  expect(decoded(listPath({ filter: { severity: "high" }, status: "snoozed" }, 10))).toBe(
    "notifications?limit=10&snoozed=true&severity[]=high",
  );
});

test("list: tags in lists are groups, of which all must match", () => {
  const path = listPath({ filter: { tags: [["a", "b"], ["c"]] }, status: "all" }, 10);
  expect(decoded(path)).toContain("&tags[0][]=a&tags[0][]=b&tags[1][]=c");
});

test("count: unread notifications of the tab's filter", () => {
  expect(unreadFilter({ tags: ["a"] })).toEqual({
    read: false,
    archived: false,
    snoozed: false,
    tags: ["a"],
  });
});

const notification = (state: Partial<InboxNotification>) =>
  ({ isRead: false, isArchived: false, isSnoozed: false, ...state }) as InboxNotification;

test.each([
  [{}, ["all", "unread"]],
  [{ isRead: true }, ["all"]],
  [{ isSnoozed: true }, ["snoozed"]],
  [{ isArchived: true }, ["archived"]],
  [{ isArchived: true, isRead: true }, ["archived"]],
])("lists: a notification with %j belongs into %j", (state, statuses) => {
  expect(STATUSES.filter((status) => belongsInto(status, notification(state)))).toEqual(statuses);
});

test("lists: only a list of all or unread without a filter takes every new notification", () => {
  expect(STATUSES.filter((status) => takesAllNew({ filter: {}, status }))).toEqual(["all", "unread"]);
  expect(takesAllNew({ filter: { tags: ["a"] }, status: "all" })).toBe(false);
});

test("tabs: entries without a label and other values are left out, unknown filters are dropped", () => {
  expect(
    readTabs([{ label: "A", filter: { tags: ["x"], other: 1 } }, { label: "B" }, { label: 1 }, null, 7]),
  ).toEqual([
    { label: "A", filter: { tags: ["x"] } },
    { label: "B", filter: {} },
  ]);
  expect([readTabs("x"), readTabs(null), readTabs({})]).toEqual([[], [], []]);
});
