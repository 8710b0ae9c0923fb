import { expect, test } from "vitest";
import { outcomeOf } from "./outcome.ts";
import { fieldsOf, valueAt, withValue } from "./payload-schema.ts";
import { chosenIn } from "./recipients.ts";
import { triggerOf } from "./trigger-body.ts";

const draft = { to: [], payload: "", transactionId: "", actor: "", context: "", overrides: "" };

test("a form becomes the body of a trigger, without what was left empty", () => {
  const to = [
    ...chosenIn("ada, bob", "shop"),
    { kind: "person", id: "zoe", label: "Zoe", fields: { email: "zoe@example.com" } } as const,
  ];
  const { body, problems } = triggerOf("news", { ...draft, to, payload: '{"n":1}', actor: " eve " });
  expect(problems).toEqual({});
  expect(body).toEqual({
    name: "news",
    to: [
      "ada",
      "bob",
      { type: "Topic", topicKey: "shop" },
      { subscriberId: "zoe", email: "zoe@example.com" },
    ],
    payload: { n: 1 },
    actor: "eve",
  });
});

test("what is no JSON object is named, each in its place", () => {
  const { problems } = triggerOf("news", { ...draft, payload: "{", context: "[]", overrides: "1" });
  expect(Object.keys(problems)).toEqual(["payload", "context", "overrides"]);
});

const schema = {
  type: "object",
  required: ["order"],
  properties: {
    order: { type: "object", properties: { id: { type: "integer" }, lines: { type: "array" } } },
    vip: { type: "boolean", description: "Very important" },
    size: { enum: ["S", "M"] },
    ["__proto__"]: { type: "string" },
  },
};

test("a schema becomes fields, inner objects with their path", () => {
  expect(fieldsOf(schema).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    "order.id number",
    "order.lines json",
    "vip boolean",
    "size choice",
    "__proto__ text",
  ]);
  expect(fieldsOf({ type: "object" })).toEqual([]);
});

test("a field changes its member alone, keeps the order, and never a prototype", () => {
  const payload = { a: 1, order: { id: 7, note: "x" }, z: 2 };
  const changed = withValue(payload, ["order", "id"], 8);
  expect(JSON.stringify(changed)).toBe('{"a":1,"order":{"id":8,"note":"x"},"z":2}');
  expect(withValue(payload, ["a"], undefined)).toEqual({ order: payload.order, z: 2 });
  expect(valueAt({}, ["__proto__", "toString"])).toBeUndefined();
  const hostile = withValue({}, ["__proto__", "polluted"], true);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(JSON.stringify(hostile)).toBe('{"__proto__":{"polluted":true}}');
});

const step = (channel: string, status: string) => ({ status, messages: [{ channel }] });

test("the outcome counts people by channel, and who gets nothing", () => {
  const recipients = [
    { steps: [step("email", "completed"), step("in_app", "completed")] },
    { steps: [step("email", "completed")] },
    { steps: [step("email", "failed"), step("sms", "skipped")] },
  ];
  const explanation = { recipients, hasMore: false } as unknown as Parameters<typeof outcomeOf>[0];
  expect(outcomeOf(explanation)).toBe("3 people: 2 by e-mail, 1 in the app, 1 gets nothing");
  expect(outcomeOf({ ...explanation, hasMore: true })).toBe(
    "More than 3 people: 2 by e-mail, 1 in the app, 1 gets nothing (of the first 3)",
  );
});
