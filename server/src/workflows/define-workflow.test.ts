import { expect, test } from "vitest";
import type { StepDraft } from "./define-steps.ts";
import { defineWorkflow, type WorkflowDraft } from "./define-workflow.ts";

const step = (fields: Partial<StepDraft> = {}): StepDraft => ({
  name: "Mail",
  type: "email",
  controlValues: { subject: "Hello" },
  ...fields,
});
const draft = (steps: StepDraft[], more: Partial<WorkflowDraft> = {}): WorkflowDraft => ({
  ...{ name: "Welcome", tags: [], severity: "none", validatePayload: false, steps },
  ...more,
});
const define = (wanted: WorkflowDraft) => defineWorkflow(wanted, undefined, () => "id");
const wait = (controlValues: StepDraft["controlValues"]) => [
  step({ name: "Wait", type: "delay", controlValues }),
];

test("twenty steps are fine, one more is refused", () => {
  expect(define(draft(Array.from({ length: 20 }, () => step()))).steps).toHaveLength(20);
  expect(() => define(draft(Array.from({ length: 21 }, () => step())))).toThrow("at most 20 steps");
});

test("a step the engine cannot run is refused by name", () => {
  expect(() => define(draft([step({ name: "Brake", type: "throttle" })]))).toThrow(
    'The step "Brake" cannot be stored: this version does not run steps of the type throttle',
  );
  expect(() => define(draft([step({ type: "custom" })]))).toThrow("type custom");
});

test("a digest or delay waits for a length of time and for nothing else", () => {
  expect(define(draft(wait({ amount: 1, unit: "hours" }))).steps).toHaveLength(1);
  expect(define(draft(wait({ amount: 1, unit: "hours", type: "regular", cron: "" }))).steps).toHaveLength(1);
  expect(() => define(draft(wait({ type: "timed", cron: "0 9 * * *" })))).toThrow("a type but regular");
  expect(() => define(draft(wait({ cron: "0 9 * * *" })))).toThrow("cron");
  expect(() => define(draft(wait({ dynamicKey: "payload.at" })))).toThrow("dynamicKey");
  const lookBack = { amount: 1, unit: "hours", lookBackWindow: { amount: 5, unit: "minutes" } };
  expect(() => define(draft([step({ type: "digest", controlValues: lookBack })]))).toThrow("look-back");
});

test("a condition nobody would heed is refused, an empty one is none", () => {
  const rule = { "==": [{ var: "payload.plan" }, "pro"] };
  expect(() => define(draft([step({ controlValues: { subject: "x", skip: rule } })]))).toThrow("conditions");
  expect(define(draft([step({ controlValues: { subject: "x", skip: {} } })])).steps).toHaveLength(1);
});

test("controls nobody knows are kept", () => {
  const controlValues = { subject: "x", colour: { deep: [1, null] } };
  expect(define(draft([step({ controlValues })])).steps[0]?.controlValues).toEqual(controlValues);
});

test("a template of more than 100 kB is refused, and the field is named", () => {
  const body = `{{ payload.x }}${"a".repeat(100_000)}`;
  expect(() => define(draft([step({ controlValues: { body } })]))).toThrow(
    expect.objectContaining({
      code: "invalid",
      errors: { "steps.0.controlValues.body": expect.anything() },
    }),
  );
});

test("control values without measure are refused, and so is a payload schema", () => {
  const body = "a".repeat(1_000_001);
  expect(() => define(draft([step({ controlValues: { body } })]))).toThrow("together are longer");
  expect(() => define(draft([], { payloadSchema: { description: body } }))).toThrow("payload schema");
});

test("a new version keeps the origin and the source of the first", () => {
  const first = define(draft([step()], { source: "editor" }));
  const second = defineWorkflow(draft([]), { ...first, origin: "external" }, () => "id");
  expect(second).toMatchObject({ origin: "external", source: "editor", steps: [] });
});
