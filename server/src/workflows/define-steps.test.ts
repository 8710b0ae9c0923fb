import { expect, test } from "vitest";
import { defineSteps } from "./define-steps.ts";
import type { StepDraft } from "./step-draft.ts";
import type { Step } from "./workflow.ts";

const draft = (fields: Partial<StepDraft>): StepDraft => ({
  name: "Mail",
  type: "email",
  controlValues: {},
  ...fields,
});
const stored = (fields: Partial<Step>): Step => ({
  id: "old",
  stepId: "mail",
  name: "Mail",
  type: "email",
  controlValues: {},
  ...fields,
});
const counter = () => {
  let count = 0;
  return () => `new-${++count}`;
};
const define = (drafts: StepDraft[], previous: Step[] = []) => defineSteps(drafts, previous, counter());

test("without a stepId, it is derived from the name, with a number if it is taken", () => {
  const steps = define([draft({ name: "Mail" }), draft({ name: "mail!" }), draft({ stepId: "mail-1" })]);
  expect(steps.map(({ stepId }) => stepId)).toEqual(["mail", "mail-2", "mail-1"]);
});

test("for a name without letters, the stepId is derived from the type", () => {
  expect(define([draft({ name: "日本", type: "in_app" })])[0]?.stepId).toBe("in-app");
});

test("a step matched by id stays the same step, also with a new stepId", () => {
  const [step] = define([draft({ id: "old", stepId: "letter" })], [stored({})]);
  expect(step).toMatchObject({ id: "old", stepId: "letter" });
});

test("a step matched by id keeps its stepId if none is given", () => {
  expect(define([draft({ id: "old", name: "Renamed" })], [stored({})])[0]?.stepId).toBe("mail");
});

test("a step matched by stepId stays the same step", () => {
  expect(define([draft({ stepId: "mail" })], [stored({})])[0]?.id).toBe("old");
});

test("an unknown step gets a new id", () => {
  expect(define([draft({ id: "unknown", stepId: "other" })], [stored({})])[0]?.id).toBe("new-1");
});

test("a step of another type counts as a new step", () => {
  expect(define([draft({ stepId: "mail", type: "sms" })], [stored({})])[0]?.id).toBe("new-1");
});

test("an old step is continued once, even if a new step takes its stepId", () => {
  const steps = define([draft({ stepId: "mail" }), draft({ id: "old", stepId: "letter" })], [stored({})]);
  expect(steps.map(({ id }) => id)).toEqual(["new-1", "old"]);
});

const refusal = (field: string, message: string, value: string) =>
  expect.objectContaining({ code: "invalid", errors: { [field]: { messages: [message], value } } });

test("a duplicate stepId or id is refused", () => {
  const twice = () => define([draft({ stepId: "a" }), draft({ stepId: "a" })]);
  expect(twice).toThrow(refusal("steps.1.stepId", "stepId must be unique among the steps", "a"));
  const again = () => define([draft({ id: "old" }), draft({ id: "old" })], [stored({})]);
  expect(again).toThrow(refusal("steps.1._id", "_id must be unique among the steps", "old"));
});

test("a step without a stepId stays the same step if it is written again with the same name", () => {
  const written = [draft({ name: "Mail" }), draft({ name: "Mail" })];
  const first = define(written);
  expect(define(written, first)).toEqual(first);
  const [renamed] = defineSteps([draft({ name: "Letter" })], first, () => "other");
  expect(renamed?.id).toBe("other");
});
