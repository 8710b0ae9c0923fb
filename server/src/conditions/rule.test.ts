import { describe, expect, it } from "vitest";
import type { Json } from "../foundation/json.ts";
import { evaluateRule } from "./rule.ts";

const SCOPE = {
  payload: { plan: "gold", seats: 12, items: [{ name: "Tea" }], "": "nameless", nothing: null },
  subscriber: { data: { isBeta: true } },
  steps: { "digest-step": { eventCount: 3 } },
};
const evaluate = (rule: Json) => evaluateRule(rule, SCOPE, new Date(0));
const PASSES = { ok: true, passes: true };
const DOES_NOT = { ok: true, passes: false };
const is = (path: string, value: Json): Json => ({ "==": [{ var: path }, value] });
const TRUE = is("payload.plan", "gold");
const FALSE = is("payload.plan", "silver");

describe("a rule", () => {
  it.each([null, {}, [], "", false])("without conditions (%j) passes", (rule) => {
    expect(evaluate(rule)).toEqual(PASSES);
  });

  it("is a condition, not data that count as true", () => {
    const problem = "Failed to evaluate rule: a condition is an object with exactly one operator";
    for (const rule of ["gold", 1, [TRUE], { and: [FALSE], or: [TRUE] }, { or: [{ a: 1, b: 2 }] }]) {
      expect(evaluate(rule as Json)).toEqual({ ok: false, problem });
    }
    expect(evaluate(true)).toEqual(PASSES);
  });

  it("with an unknown operator is a problem, at any place and with any data", () => {
    const problem = 'Failed to evaluate rule: unknown operator "resembles"';
    expect(evaluate({ resembles: ["a", "b"] })).toEqual({ ok: false, problem });
    expect(evaluate({ or: [TRUE, { resembles: ["a", "b"] }] })).toEqual({ ok: false, problem });
    expect(evaluate({ in: ["a", [{ resembles: 1 }]] })).toEqual({ ok: false, problem });
  });

  it.each(["constructor", "toString", "__proto__", "hasOwnProperty"])("has no operator %s", (name) => {
    const rule = JSON.parse(`{"${name}": [1, 2]}`);
    expect(evaluate(rule)).toEqual({
      ok: false,
      problem: `Failed to evaluate rule: unknown operator "${name}"`,
    });
  });
});

describe("groups", () => {
  it.each<[Json, boolean]>([
    [{ and: [TRUE, TRUE] }, true],
    [{ and: [TRUE, FALSE] }, false],
    [{ or: [FALSE, TRUE] }, true],
    [{ or: [FALSE, FALSE] }, false],
    [{ and: [] }, true],
    [{ or: [] }, true],
    [{ or: [FALSE, { and: [TRUE, { "!": FALSE }] }] }, true],
    [{ and: [TRUE, false] }, false],
    [{ "!": TRUE }, false],
    [{ "!": [FALSE] }, true],
    [{ "!!": [TRUE] }, true],
    [{ "!!": FALSE }, false],
    [{ "!": { var: "payload.seats" } }, false],
    [{ "!!": { var: "payload.no" } }, false],
    [{ "!!": [{ var: "steps.digest-step.eventCount" }] }, true],
    [{ "==": [{ and: [TRUE] }, true] }, true],
  ])("%j is %s", (rule, passes) => {
    expect(evaluate(rule)).toEqual({ ok: true, passes });
  });
});

describe("variables", () => {
  it.each<[string, Json]>([
    ["payload.seats", 12],
    ["payload.items.0.name", "Tea"],
    ["payload.items.length", 1],
    ["subscriber.data.isBeta", true],
    ["steps.digest-step.eventCount", 3],
    ["payload.", "nameless"],
  ])("%s is %j", (path, value) => {
    expect(evaluate(is(path, value))).toEqual(PASSES);
  });

  it.each(["payload.no", "payload.plan.length", "payload.items.7.name", "payload.nothing.more", "."])(
    "%s is null",
    (path) => {
      expect(evaluate({ null: [{ var: path }] })).toEqual(PASSES);
    },
  );

  it.each([
    "constructor.name",
    "__proto__.polluted",
    "payload.toString",
    "payload.items.map",
    "payload.plan.big",
  ])("%s reaches no prototype", (path) => {
    expect(evaluate({ notNull: [{ var: path }] })).toEqual(DOES_NOT);
  });

  it("fall back to the default of the rule", () => {
    expect(evaluate({ "==": [{ var: ["payload.no", "you"] }, "you"] })).toEqual(PASSES);
    expect(evaluate({ "==": [{ var: ["payload.nothing", { var: "payload.plan" }] }, "gold"] })).toEqual(
      PASSES,
    );
    expect(evaluate({ "==": [{ var: ["payload.plan", "you"] }, "gold"] })).toEqual(PASSES);
  });

  it("may be on both sides", () => {
    expect(evaluate({ ">": [{ var: "payload.seats" }, { var: "steps.digest-step.eventCount" }] })).toEqual(
      PASSES,
    );
  });
});
