import { expect, test } from "vitest";
import type { Draft, DraftStep } from "../draft.ts";
import { comparisonOf } from "./comparison.ts";

const step = (stepId: string, more: Partial<DraftStep> = {}): DraftStep => ({
  stepId,
  name: stepId,
  type: "sms",
  controlValues: { body: "Hi" },
  ...more,
});
const draft = (steps: readonly DraftStep[], more: Partial<Draft> = {}): Draft => ({
  name: "News",
  steps,
  ...more,
});
const shown = (before: Draft, after: Draft) =>
  comparisonOf(before, after).steps.map(({ stepId, change, moved }) =>
    moved ? `${stepId} ${change} ${moved.from}→${moved.to}` : `${stepId} ${change}`,
  );
const differences = (before: Partial<DraftStep>, after: Partial<DraftStep>) =>
  comparisonOf(draft([step("a", before)]), draft([step("a", after)])).steps[0]?.differences.map(
    ({ name, before: one, after: other }) => [name, one, other],
  );

test("the same content in another order of its members, and with other ids, is the same", () => {
  const before = draft([step("a", { _id: "1", controlValues: { body: "Hi", subject: "" } })], {
    tags: ["x"],
  });
  const after = draft([step("a", { _id: "2", controlValues: { body: "Hi" } })], { tags: ["x"] });
  expect(comparisonOf(before, after)).toMatchObject({ isSame: true, differences: [] });
});

test("added steps stand where they are, removed ones where they were", () => {
  const before = draft([step("a"), step("gone"), step("b")]);
  const after = draft([step("new"), step("a"), step("b")]);
  expect(shown(before, after)).toEqual(["new added", "a none", "gone removed", "b none"]);
});

test("only the step that was moved is called moved, with its places", () => {
  const before = draft([step("a"), step("b"), step("c"), step("d")]);
  const after = draft([step("d"), step("a"), step("b"), step("c")]);
  expect(shown(before, after)).toEqual(["d none 4→1", "a none", "b none", "c none"]);
  expect(comparisonOf(before, after).isSame).toBe(false);
});

test("a removed first step and a removed last one keep their places", () => {
  expect(shown(draft([step("x"), step("a"), step("y")]), draft([step("a")]))).toEqual([
    "x removed",
    "a none",
    "y removed",
  ]);
});

test("members of the workflow are compared, each by its name", () => {
  const { differences: found } = comparisonOf(
    draft([], { tags: ["a"], severity: "none", validatePayload: false }),
    draft([], { tags: ["a", "b"], severity: "high", validatePayload: false, description: "New" }),
  );
  expect(found.map(({ name, before, after }) => [name, before, after])).toEqual([
    ["Tags", "a", "a\nb"],
    ["Severity", "none", "high"],
    ["Description", "", "New"],
  ]);
});

test("conditions, lengths and texts are compared as a reader knows them", () => {
  const vip = { "==": [{ var: "payload.vip" }, true] };
  expect(
    differences(
      { controlValues: { body: "Hi" }, delivery: { maxAttempts: 2 } },
      {
        controlValues: { body: "Hello", skip: vip },
        delivery: { maxAttempts: 2, lifetime: { amount: 2, unit: "hours" } },
      },
    ),
  ).toEqual([
    ["Delivery", "maxAttempts: 2", "maxAttempts: 2\nlifetime: 2 hours"],
    ["Body", "Hi", "Hello"],
    ["Runs if", "", "payload.vip is true"],
  ]);
});

test("a difference only of form is shown as JSON: a number and its text, an operator with the same word", () => {
  const rule = (operator: string) => ({ controlValues: { skip: { [operator]: [{ var: "payload.n" }, 1] } } });
  expect(differences({ controlValues: { amount: 5 } }, { controlValues: { amount: "5" } })).toEqual([
    ["Amount", "5", '"5"'],
  ]);
  expect(differences(rule("=="), rule("="))?.[0]?.[1]).toContain('"=="');
});

test("a step's type and a control value of that name are two members", () => {
  expect(
    differences(
      { type: "delay", controlValues: { type: "regular" } },
      { type: "digest", controlValues: { type: "timed" } },
    ),
  ).toEqual([
    ["Type", "delay", "digest"],
    ["Kind of time", "regular", "timed"],
  ]);
});

test("variants are compared by their members", () => {
  const variant = (body: string) => ({ variants: [{ name: "Short", filters: [], controlValues: { body } }] });
  expect(differences(variant("One"), variant("Two"))).toEqual([["Variant Short: Body", "One", "Two"]]);
});

test("a step that was added or removed is one text, without its name and type", () => {
  const added = step("a", { controlValues: { subject: "News", body: "One\nTwo" } });
  const [one] = comparisonOf(draft([]), draft([added])).steps;
  expect(one?.differences).toEqual([
    { key: "whole", name: "", before: "", after: "Subject: News\nBody:\nOne\nTwo" },
  ]);
});
