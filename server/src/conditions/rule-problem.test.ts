import { describe, expect, it } from "vitest";
import type { Json } from "../foundation/json.ts";
import { ruleProblem } from "./rule-problem.ts";
import { variablesOfRule } from "./rule-variables.ts";

const A = { var: "payload.a" };

function nested(levels: number): Json {
  let rule: Json = { "!!": [true] };
  for (let level = 1; level < levels; level++) rule = { "!": rule };
  return rule;
}

describe("problems of a rule, without data", () => {
  it.each<[Json, string]>([
    [{ like: [A, "x"] }, 'unknown operator "like"'],
    [{ and: [{ "==": [A] }] }, '"==" takes 2 operands and has 1'],
    [{ "<=": [1] }, '"<=" takes 2 or 3 operands and has 1'],
    [{ ">": [1, 2, 3] }, '">" takes 2 operands and has 3'],
    [{ null: [] }, '"null" takes 1 operand and has 0'],
    [{ "!": [A, A] }, '"!" takes 1 operand and has 2'],
    [{ contains: "x" }, '"contains" takes 2 operands and has 1'],
    [{ between: [A, [5]] }, '"between" needs a list of two values'],
    [{ notBetween: [A, 5] }, '"notBetween" needs a list of two values'],
    [
      { withinLast: [A, { amount: 5, unit: "fortnights" }] },
      '"withinLast" needs an amount above zero and a unit',
    ],
    [{ "!": { var: "" } }, '"var" needs the path of a variable'],
    [{ "!": { var: [] } }, '"var" needs the path of a variable'],
    [{ "!": { var: [A] } }, '"var" needs the path of a variable'],
    [{ ["x".repeat(1000)]: 1 }, `unknown operator "${"x".repeat(50)}"`],
    ["gold", "a condition is an object with exactly one operator"],
  ])("%j", (rule, problem) => {
    expect(ruleProblem(rule)).toBe(problem);
  });

  it.each<Json>([
    {},
    null,
    true,
    { between: [A, A] },
    { withinNext: [A, { amount: "2", unit: "hours" }] },
    { and: [{ in: [A, []] }, { "!": { "<=": [1, A, 2] } }] },
  ])("%j is valid", (rule) => {
    expect(ruleProblem(rule)).toBeUndefined();
  });

  it("the limits are 50 levels and 5,000 values", () => {
    expect(ruleProblem(nested(50))).toBeUndefined();
    expect(ruleProblem(nested(51))).toBe("it is nested deeper than 50 levels");
    expect(ruleProblem(nested(50_000))).toBe("it is nested deeper than 50 levels");
    expect(ruleProblem({ in: [A, Array(4_000).fill(1)] })).toBeUndefined();
    expect(ruleProblem({ in: [A, Array(5_000).fill(1)] })).toBe("it has more than 5,000 values");
    expect(ruleProblem({ and: Array(3_000).fill({ "!": A }) })).toBe("it has more than 5,000 values");
  });
});

describe("the variables of a rule", () => {
  it("are listed once each, in reading order", () => {
    const rule = {
      and: [
        { "==": [{ var: "payload.plan" }, "gold"] },
        { or: [{ in: ["x", [{ var: "subscriber.data.tag" }]] }, { "!": { var: "payload.plan" } }] },
        { "==": [{ var: ["payload.name", { var: "subscriber.firstName" }] }, { var: "steps.s.seen" }] },
      ],
    };
    expect(variablesOfRule(rule)).toEqual([
      "payload.plan",
      "subscriber.data.tag",
      "payload.name",
      "subscriber.firstName",
      "steps.s.seen",
    ]);
  });

  it("are listed for an invalid rule too", () => {
    expect(variablesOfRule({ resembles: [A, { var: 1 }, { var: "" }, { var: {} }] })).toEqual(["payload.a"]);
    expect(variablesOfRule(nested(50_000))).toEqual([]);
    expect(variablesOfRule(null)).toEqual([]);
  });

  it("are not searched in data", () => {
    expect(variablesOfRule({ withinLast: [A, { amount: { var: "payload.b" }, unit: "days" }] })).toEqual([
      "payload.a",
    ]);
  });
});
