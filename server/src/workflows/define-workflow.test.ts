import { expect, test } from "vitest";
import type { StepId } from "../foundation/ids.ts";
import { checkDraft, defineWorkflow, type WorkflowDraft } from "./define-workflow.ts";
import type { StepDraft } from "./step-draft.ts";

const step = (fields: Partial<StepDraft> = {}): StepDraft => ({
  name: "Mail",
  type: "email",
  controlValues: { subject: "Hello" },
  ...fields,
});
const draft = (steps: StepDraft[], more: Partial<WorkflowDraft> = {}): WorkflowDraft => ({
  name: "Welcome",
  tags: [],
  severity: "none",
  validatePayload: false,
  steps,
  ...more,
});
const define = (input: WorkflowDraft) => {
  checkDraft(input);
  return defineWorkflow(input, undefined, () => "id" as StepId);
};

test("a workflow can have twenty steps, not more", () => {
  expect(define(draft(Array.from({ length: 20 }, () => step()))).steps).toHaveLength(20);
  expect(() => define(draft(Array.from({ length: 21 }, () => step())))).toThrow("at most 20 steps");
});

test("a step with an unsupported feature is refused with its name", () => {
  expect(() =>
    define(draft([step({ name: "Mail", controlValues: { subject: "x", layoutId: "main" } })])),
  ).toThrow('The step "Mail" cannot be stored: this version does not support layouts (layoutId)');
  expect(() => define(draft([step({ type: "trigger" })]))).toThrow("type trigger");
});

test("a body of the block editor is refused, also in a variant; the error names the alternative", () => {
  const controlValues = { subject: "x", body: '{"type":"doc"}', editorType: "block" };
  const refusal =
    'The step "Mail" cannot be stored: this version does not support documents of the block editor (editorType "block"); write the body as HTML, with editorType "html"';
  expect(() => define(draft([step({ controlValues })]))).toThrow(refusal);
  expect(() => define(draft([step({ variants: [{ filters: [], controlValues }] })]))).toThrow(refusal);
  const marked = { subject: "x", body: "<p>x</p>", editorType: "block" };
  expect(define(draft([step({ controlValues: marked })])).steps).toHaveLength(1);
  const html = { subject: "x", body: "<p>x</p>", editorType: "html" };
  expect(define(draft([step({ controlValues: html })])).steps).toHaveLength(1);
  expect(define(draft([step({ type: "custom", controlValues })])).steps).toHaveLength(1);
});

test("all kinds of digests, delays, throttles, custom steps and conditions are accepted unchanged", () => {
  const steps = [
    step({ name: "a", type: "delay", controlValues: { type: "timed", cron: "0 9 * * *" } }),
    step({ name: "b", type: "delay", controlValues: { type: "dynamic", dynamicKey: "payload.at" } }),
    step({ name: "c", type: "throttle", controlValues: { amount: 1, unit: "hours" } }),
    step({ name: "d", type: "custom", controlValues: { anything: 1 } }),
    step({ name: "e", controlValues: { subject: "x", skip: { "==": [{ var: "payload.plan" }, "pro"] } } }),
  ];
  expect(define(draft(steps)).steps).toHaveLength(5);
});

test("unknown controls are kept", () => {
  const controlValues = { subject: "x", colour: { deep: [1, null] } };
  expect(define(draft([step({ controlValues })])).steps[0]?.controlValues).toEqual(controlValues);
});

test("a template of more than 100 kB is refused with the name of its field", () => {
  const body = `{{ payload.x }}${"a".repeat(100_000)}`;
  expect(() => define(draft([step({ controlValues: { body } })]))).toThrow(
    expect.objectContaining({
      code: "invalid",
      errors: { "steps.0.controlValues.body": expect.anything() },
    }),
  );
});

test("control values of more than 1,000,000 characters together are refused", () => {
  const body = "a".repeat(1_000_001);
  expect(() => define(draft([step({ controlValues: { body } })]))).toThrow("All control values together");
});

test("a new version keeps the origin and the source of the first", () => {
  const first = define(draft([step()], { source: "editor" }));
  const second = defineWorkflow(draft([]), { ...first, origin: "external" }, () => "id" as StepId);
  expect(second).toMatchObject({ origin: "external", source: "editor", steps: [] });
});

test("control values of variants count toward the limit", () => {
  const filters: never[] = [];
  const variants = (text: string) => [step({ variants: [{ filters, controlValues: { body: text } }] })];
  const long = `{{ payload.x }}${"a".repeat(100_000)}`;
  expect(() => define(draft(variants("a".repeat(1_000_001))))).toThrow("All control values together");
  expect(() => define(draft(variants(long)))).toThrow(
    expect.objectContaining({ errors: { "steps.0.variants.0.controlValues.body": expect.anything() } }),
  );
});
