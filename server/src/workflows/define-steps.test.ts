import { expect, test } from "vitest";
import { type StepId, stepKeyOf } from "../foundation/ids.ts";
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
  id: "old" as StepId,
  stepKey: stepKeyOf("mail"),
  name: "Mail",
  type: "email",
  controlValues: {},
  ...fields,
});
const counter = () => {
  let count = 0;
  return () => `new-${++count}` as StepId;
};
const define = (drafts: StepDraft[], previous: Step[] = []) => defineSteps(drafts, previous, counter());

test("without a key, it is derived from the name, with a number if it is taken", () => {
  const steps = define([
    draft({ name: "Mail" }),
    draft({ name: "mail!" }),
    draft({ stepKey: stepKeyOf("mail-1") }),
  ]);
  expect(steps.map(({ stepKey }) => stepKey)).toEqual(["mail", "mail-2", "mail-1"]);
});

test("for a name without letters, the key is derived from the type", () => {
  expect(define([draft({ name: "日本", type: "in_app" })])[0]?.stepKey).toBe("in-app");
});

test("a step matched by id stays the same step, also with a new key", () => {
  const [step] = define([draft({ id: "old", stepKey: stepKeyOf("letter") })], [stored({})]);
  expect(step).toMatchObject({ id: "old", stepKey: "letter" });
});

test("a step matched by id keeps its key if none is given", () => {
  expect(define([draft({ id: "old", name: "Renamed" })], [stored({})])[0]?.stepKey).toBe("mail");
});

test("a step matched by key stays the same step", () => {
  expect(define([draft({ stepKey: stepKeyOf("mail") })], [stored({})])[0]?.id).toBe("old");
});

test("an unknown step gets a new id", () => {
  expect(define([draft({ id: "unknown", stepKey: stepKeyOf("other") })], [stored({})])[0]?.id).toBe("new-1");
});

test("a step of another type counts as a new step", () => {
  expect(define([draft({ stepKey: stepKeyOf("mail"), type: "sms" })], [stored({})])[0]?.id).toBe("new-1");
});

test("an old step is continued once, even if a new step takes its key", () => {
  const steps = define(
    [draft({ stepKey: stepKeyOf("mail") }), draft({ id: "old", stepKey: stepKeyOf("letter") })],
    [stored({})],
  );
  expect(steps.map(({ id }) => id)).toEqual(["new-1", "old"]);
});

const refusal = (field: string, message: string, value: string) =>
  expect.objectContaining({ code: "invalid", errors: { [field]: { messages: [message], value } } });

test("a duplicate key or id is refused", () => {
  const twice = () => define([draft({ stepKey: stepKeyOf("a") }), draft({ stepKey: stepKeyOf("a") })]);
  expect(twice).toThrow(refusal("steps.1.stepId", "stepId must be unique among the steps", "a"));
  const again = () => define([draft({ id: "old" }), draft({ id: "old" })], [stored({})]);
  expect(again).toThrow(refusal("steps.1._id", "_id must be unique among the steps", "old"));
});

test("a step without a key stays the same step if it is written again with the same name", () => {
  const written = [draft({ name: "Mail" }), draft({ name: "Mail" })];
  const first = define(written);
  expect(define(written, first)).toEqual(first);
  const [renamed] = defineSteps([draft({ name: "Letter" })], first, () => "other" as StepId);
  expect(renamed?.id).toBe("other");
});
