import { expect, test } from "vitest";
import { differences, type InboxState } from "./inbox-wishes.ts";

const READ: InboxState = { isRead: true, isArchived: false, isSnoozed: false, isPressed: false };

test("notifications as acknowledged: no difference, whatever else the store has", () => {
  const found = new Map([
    ["a", READ],
    ["b", { ...READ, isPressed: true }],
  ]);
  expect(differences(new Map([["a", READ]]), found)).toEqual([]);
});

test("each part of a state that differs, and a missing notification: a difference", () => {
  for (const part of ["isRead", "isArchived", "isSnoozed", "isPressed"] as const) {
    const found = new Map([["a", { ...READ, [part]: !READ[part] }]]);
    expect(differences(new Map([["a", READ]]), found), part).toHaveLength(1);
  }
  expect(differences(new Map([["a", READ]]), new Map())).toEqual([
    "notification a is missing, but read was acknowledged",
  ]);
});
