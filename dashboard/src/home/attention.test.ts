import type { DeadLetter, Integration, Notification } from "@tidings/contract";
import { expect, test } from "vitest";
import { groupsOf } from "./attention.ts";

const late = "2026-11-22T10:02:00.000Z";
const integration = (changes: Partial<Integration>) =>
  ({ _id: "i1", name: "Gateway", active: true, ...changes }) as Integration;
const letter = (changes: Partial<DeadLetter>) =>
  ({ reason: "config_error", _integrationId: "i1", errorText: "401 invalid key", ...changes }) as DeadLetter;
const notification = (code: string) =>
  ({ reason: { code, stepId: "mail" }, template: { triggers: [{ identifier: "welcome" }] } }) as Notification;
const read = (changes: object) => ({ integrations: [], deadLetters: [], notifications: [], ...changes });

test("a failing provider is named with its answer and what waits for it", () => {
  const health = { accepted: 0, failed: 9, waiting: 140, lastFailureAt: late, lastError: "503" };
  const [held] = groupsOf(
    read({ integrations: [integration({ health, breaker: { trips: 1, openUntil: late } })] }),
  );
  expect(held).toMatchObject({
    title: "Gateway keeps failing and is not called for a while",
    reason: "503",
    counts: ["140 messages wait"],
    target: { kind: "integration", id: "i1" },
  });
});

test("an integration that is off matters while messages wait for it", () => {
  const off = (waiting: number) =>
    groupsOf(
      read({ integrations: [integration({ active: false, health: { accepted: 0, failed: 0, waiting } })] }),
    );
  expect(off(0)).toEqual([]);
  expect(off(1)).toMatchObject([{ title: "Gateway is switched off", counts: ["1 message waits"] }]);
});

test("messages given up are grouped by reason and integration, unknown addresses left out", () => {
  const deadLetters = [
    letter({}),
    letter({}),
    letter({ reason: "attempts_spent" }),
    letter({ reason: "recipient_error" }),
    letter({ _integrationId: null, providerId: "sendgrid" }),
  ];
  const groups = groupsOf(read({ integrations: [integration({})], deadLetters }));
  expect(groups.map(({ title, counts }) => [title, ...counts])).toEqual([
    ["Gateway: refuses the account or its settings", "2 messages given up"],
    ["Gateway: all attempts failed", "1 message given up"],
    ["sendgrid: refuses the account or its settings", "1 message given up"],
  ]);
});

test("steps that failed are grouped by code and workflow; what dead letters show is not shown twice", () => {
  const notifications = ["content_failed", "content_failed", "credentials_failed"].map(notification);
  expect(groupsOf(read({ notifications }))).toMatchObject([
    {
      title: "welcome / mail",
      reason: "Message content could not be generated",
      counts: ["2 notifications"],
      target: { kind: "notifications", code: "content_failed", workflow: "welcome" },
    },
  ]);
});

test("as many as were read are a lower bound", () => {
  const deadLetters = Array.from({ length: 100 }, () => letter({}));
  expect(groupsOf(read({ deadLetters }))[0]?.counts).toEqual(["100 or more messages given up"]);
});
