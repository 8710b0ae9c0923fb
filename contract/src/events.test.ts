import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { Broadcast, Trigger } from "./events.ts";
import { openApiDocument } from "./openapi.ts";
import { OPERATIONS } from "./operations.ts";
import { WorkflowInput } from "./workflow-input.ts";

const trigger = Compile(Trigger);
const accepts = (more: object) => trigger.Check({ name: "order-shipped", to: "user-7", ...more });

describe("a trigger", () => {
  test.each([
    ["a subscriberId", "user_7:a.b-c"],
    ["an e-mail address as subscriberId", "ada+test@example.org"],
    ["a subscriberId of an identity provider", "auth0|5f7"],
    ["a subscriberId with a space", "user 7"],
    [
      "a subscriber with fields, null to clear one",
      { subscriberId: "u", email: "a@b.c", firstName: null, data: { a: [1] } },
    ],
    [
      "a subscriber with credentials",
      { subscriberId: "u", channels: [{ providerId: "fcm", credentials: { deviceTokens: ["t"] } }] },
    ],
    ["a topic", { type: "Topic", topicKey: "shop", exclude: ["u"] }],
    ["a mixed list", ["u", { subscriberId: "v" }, { type: "Topic", topicKey: "shop" }]],
    ["fields it does not know", { subscriberId: "u", nickname: "Ada" }],
  ])("accepts as recipient: %s", (_what, to) => {
    expect(accepts({ to })).toBe(true);
  });

  test.each([
    ["no recipient", undefined],
    ["an empty text", ""],
    ["an empty list", []],
    ["a list with an empty text", ["u", ""]],
    ["an empty subscriberId", { subscriberId: "" }],
    ["an empty topicKey", { type: "Topic", topicKey: "" }],
    ["a blank subscriberId", " \u00a0"],
    ["a subscriberId with a control character", "u@\u0000x"],
    ["a subscriberId of 256 characters", "u".repeat(256)],
    ["a number", 7],
    ["null", null],
    ["a subscriber whose e-mail is a number", { subscriberId: "u", email: 7 }],
  ])("refuses as recipient: %s", (_what, to) => {
    expect(accepts({ to })).toBe(false);
  });

  test("accepts contexts by id or with data, at most five", () => {
    expect(accepts({ context: { tenant: "acme", app: { id: "shop", data: { a: 1 } } } })).toBe(true);
    expect(accepts({ context: { "not a type": "acme" } })).toBe(false);
    expect(accepts({ context: { a: "1", b: "1", c: "1", d: "1", e: "1", f: "1" } })).toBe(false);
  });

  test.each([
    ["payload", []],
    ["payload", "text"],
    ["overrides", { severity: "dire" }],
    ["transactionId", "t".repeat(256)],
    ["actor", 7],
    ["tenant", 7],
    ["name", ""],
  ])("refuses a bad %s: %o", (field, value) => {
    expect(accepts({ [field]: value })).toBe(false);
  });

  test("a broadcast has no recipients", () => {
    expect(Compile(Broadcast).Check({ name: "news", payload: {} })).toBe(true);
  });
});

describe("a new workflow", () => {
  const input = Compile(WorkflowInput);
  const steps = [{ name: "Mail", type: "email", controlValues: { subject: "Hi" } }];

  test("needs only a name, an identifier and steps", () => {
    expect(input.Errors({ name: "News", workflowId: "news-2", steps, __source: "editor" })).toEqual([]);
  });

  test.each([
    ["identifier", { workflowId: "news_" }],
    ["identifier", { workflowId: "news/2" }],
    ["identifier", { workflowId: "news--2" }],
    ["name", { name: "" }],
    ["name", { name: "n".repeat(65) }],
    ["description", { description: "d".repeat(257) }],
    ["tag", { tags: ["a", "a"] }],
    ["tag", { tags: [""] }],
    ["step", { steps: [{ name: "Start", type: "trigger" }] }],
  ])("is refused for a bad %s: %o", (_what, more) => {
    expect(input.Check({ name: "News", workflowId: "news", steps, ...more })).toBe(false);
  });
});

test("every operation's schemas compile", () => {
  for (const { params, query, body, response } of OPERATIONS) {
    for (const schema of [params, query, body, response]) if (schema !== undefined) Compile(schema);
  }
});

test("the document is plain JSON", () => {
  const document = openApiDocument({ brand: "svc", version: "0" });
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});
