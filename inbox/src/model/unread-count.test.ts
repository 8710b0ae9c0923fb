import { expect, test } from "vitest";
import type { InboxNotification } from "../api/inbox-notification.ts";
import { countAfter } from "./unread-count.ts";

const COUNT = { total: 3, severity: { high: 1, medium: 0, low: 0, none: 2 } };
const UNREAD = { isRead: false, isArchived: false, isSnoozed: false, severity: "high" } as InboxNotification;

test.each([
  ["isRead", 2, 0],
  ["isArchived", 2, 0],
  ["isSnoozed", 2, 0],
] as const)("unread count: a change of %s subtracts one and back adds one", (field, total, high) => {
  const changed = { ...UNREAD, [field]: true };
  const after = countAfter(COUNT, UNREAD, changed);
  expect(after).toEqual({ total, severity: { ...COUNT.severity, high } });
  expect(countAfter(after, changed, UNREAD)).toEqual(COUNT);
});

test("unread count: a change that is not about reading keeps it; it is never negative", () => {
  const read = { ...UNREAD, isRead: true };
  expect(countAfter(COUNT, read, { ...read, isArchived: true })).toBe(COUNT);
  const none = { total: 0, severity: { high: 0, medium: 0, low: 0, none: 0 } };
  expect(countAfter(none, UNREAD, read)).toEqual(none);
});
