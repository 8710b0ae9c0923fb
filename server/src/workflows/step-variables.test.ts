import fc from "fast-check";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { type StepId, stepKeyOf } from "../foundation/ids.ts";
import { inferPayloadSchema } from "./payload-schema.ts";
import { resultSchemaOf } from "./step-results.ts";
import { variablesSchema } from "./step-variables.ts";
import { allowsPath, pathOf } from "./variable-path.ts";
import type { Step } from "./workflow.ts";

const digest: Step = {
  id: "1" as StepId,
  stepKey: stepKeyOf("daily"),
  name: "d",
  type: "digest",
  controlValues: {},
};

test("a step's variables are a closed JSON Schema with four names", () => {
  const schema = variablesSchema([digest], { type: "object" });
  expect(Object.keys(schema.properties as object)).toEqual(["workflow", "subscriber", "steps", "payload"]);
  expect(schema).toMatchObject({
    additionalProperties: false,
    properties: { steps: { properties: { daily: resultSchemaOf("digest") }, additionalProperties: false } },
  });
});

test("the schema accepts the variables of a run and refuses others", () => {
  const check = Compile(variablesSchema([digest], { type: "object" }));
  const event = { id: "1", time: "2026-01-01T00:00:00Z", payload: { x: 1 } };
  const scope = {
    workflow: { workflowId: "w", name: "W", description: "", tags: ["a"], severity: "none" },
    subscriber: { subscriberId: "ann", data: { plan: "pro" } },
    steps: { daily: { eventCount: 1, events: [event] } },
    payload: {},
  };
  expect(check.Check(scope)).toBe(true);
  expect(check.Check({ ...scope, subscriber: { firstName: "Ann" } })).toBe(false);
  expect(check.Check({ ...scope, steps: { later: {} } })).toBe(false);
});

test("the payload's schema is inferred from the templates' variables", () => {
  const names = [
    "payload.user.name",
    "payload.items[0].price",
    "payload.items",
    "subscriber.email",
    "payload",
  ];
  expect(inferPayloadSchema(names)).toEqual({
    type: "object",
    properties: {
      user: { type: "object", properties: { name: {} }, additionalProperties: true },
      items: {
        type: "array",
        items: { type: "object", properties: { price: {} }, additionalProperties: true },
      },
    },
    additionalProperties: true,
  });
});

test("neither a very long path nor very many names cause a very large schema", () => {
  const deep = inferPayloadSchema([`payload${".a".repeat(50_000)}`]);
  expect(JSON.stringify(deep).length).toBeLessThan(3_000);
  const wide = inferPayloadSchema(Array.from({ length: 5_000 }, (_, index) => `payload.v${index}`));
  expect(Object.keys(wide.properties as object)).toHaveLength(1_000);
});

test("a variable is split into its parts", () => {
  expect(pathOf("payload.items[0].name")).toEqual(["payload", "items", "0", "name"]);
  expect(pathOf("steps.daily-digest.events[*].time")).toEqual([
    "steps",
    "daily-digest",
    "events",
    "*",
    "time",
  ]);
  expect(pathOf('payload["a b"].c')).toEqual(["payload", "a b", "c"]);
  expect(pathOf('payload["q"]x"]')).toEqual(["payload", 'q"]x']);
});

test("any text can be split and looked up", () => {
  const schema = variablesSchema([digest], { type: "object", properties: {}, additionalProperties: false });
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(typeof allowsPath(schema, pathOf(text))).toBe("boolean");
    }),
  );
});
