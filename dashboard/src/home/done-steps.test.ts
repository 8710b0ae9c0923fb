import type { ApiKey, Integration, Notification } from "@tidings/contract";
import { expect, test } from "vitest";
import { doneSteps } from "./done-steps.ts";

const at = "2026-11-22T10:00:00.000Z";
const later = "2026-11-22T10:00:01.000Z";
const fresh = {
  notifications: [] as Notification[],
  integrations: [{ active: true, providerId: "svc-email" }] as Integration[],
  workflows: [{ createdAt: at, updatedAt: at }],
  keys: [{ hint: "…abcd" }] as ApiKey[],
};

test("a new environment has taken no step", () => {
  expect([...doneSteps(fresh)]).toEqual([]);
});

test.each([
  [{ notifications: [{ state: "waiting" }] as Notification[] }, ["sent"]],
  [{ notifications: [{ state: "delivered" }] as Notification[] }, ["sent", "arrived"]],
  [{ workflows: [{ createdAt: at, updatedAt: later }] }, ["changed"]],
  [{ integrations: [{ active: true, providerId: "sendgrid" }] as Integration[] }, ["connected"]],
  [{ integrations: [{ active: false, providerId: "sendgrid" }] as Integration[] }, []],
  [{ keys: [{ lastUsedAt: at }] as ApiKey[] }, ["called"]],
])("steps are seen in the data: %#", (changes, expected) => {
  expect([...doneSteps({ ...fresh, ...changes })]).toEqual(expected);
});
