import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../foundation/json.ts";
import { evaluateRule } from "./rule.ts";
import { SEARCH_OPERATORS } from "./search-operators.ts";

type Case = readonly [operator: string, value: Json, operand: Json, passes: boolean];

const scope = (value: Json): JsonObject => ({ payload: { value } });
const VALUE = { var: "payload.value" };
const evaluate = (rule: Json, value: Json) => evaluateRule(rule, scope(value), new Date(0));
const COVERED = new Set<string>();

function holds(cases: readonly Case[]) {
  for (const [operator] of cases) COVERED.add(operator);
  it.each(cases)("%s of %j and %j is %s", (operator, value, operand, passes) => {
    expect(evaluate({ [operator]: [VALUE, operand] }, value)).toEqual({ ok: true, passes });
  });
}

describe("membership", () => {
  holds([
    ["in", "b", ["a", "b"], true],
    ["in", "d", ["a", "b"], false],
    ["in", 2, ["1", "2"], true],
    ["in", "true", [true], true],
    ["in", "2024-05-01", ["2024-05-01T00:00:00Z"], true],
    ["in", null, ["a"], false],
    ["in", "ell", "hello", true],
    ["in", "xyz", "hello", false],
    ["in", 5, "1 5", false],
    ["in", null, "null", false],
    ["in", "a", 42, false],
    ["notIn", "d", ["a", "b"], true],
    ["notIn", 2, ["1", "2"], false],
    ["notIn", null, ["a"], true],
    ["notIn", "b", "not a list", false],
  ]);

  it("searches a text or a list of the data, as react-querybuilder writes contains", () => {
    expect(evaluate({ in: ["ell", VALUE] }, "hello")).toEqual({ ok: true, passes: true });
    expect(evaluate({ in: ["5", VALUE] }, [4, 5])).toEqual({ ok: true, passes: true });
    expect(evaluate({ "!": { in: ["ell", VALUE] } }, "hello")).toEqual({ ok: true, passes: false });
    expect(evaluate({ "!": { in: ["ell", VALUE] } }, null)).toEqual({ ok: true, passes: true });
  });

  it("items may be variables", () => {
    expect(evaluate({ in: ["b", ["a", VALUE]] }, "b")).toEqual({ ok: true, passes: true });
  });
});

describe("texts", () => {
  holds([
    ["contains", "hello world", "lo wo", true],
    ["contains", "hello", "HELLO", false],
    ["contains", ["a", 7], "7", true],
    ["contains", ["ab"], "a", false],
    ["contains", 42, "4", false],
    ["contains", null, "a", false],
    ["doesNotContain", "hello", "xyz", true],
    ["doesNotContain", "hello", "ell", false],
    ["doesNotContain", ["a"], "b", true],
    ["doesNotContain", null, "a", false],
    ["containsAny", "hello", ["x", "ell"], true],
    ["containsAny", ["a", "b"], ["b", "c"], true],
    ["containsAny", "hello", ["x"], false],
    ["containsAny", "hello", "ell", false],
    ["doesNotContainAny", "hello", ["x", "y"], true],
    ["doesNotContainAny", ["a"], ["a", "b"], false],
    ["doesNotContainAny", null, ["a"], false],
    ["startsWith", "hello world", "hello", true],
    ["startsWith", "hello world", "world", false],
    ["startsWith", "hello", 123, false],
    ["beginsWith", "hello", "he", true],
    ["beginsWith", "hello", "He", false],
    ["doesNotBeginWith", "hello", "lo", true],
    ["doesNotBeginWith", "hello", "he", false],
    ["doesNotBeginWith", null, "he", false],
    ["endsWith", "a@example.com", ".com", true],
    ["endsWith", "a@example.org", ".com", false],
    ["doesNotEndWith", "a@example.org", ".com", true],
    ["doesNotEndWith", "a@example.com", ".com", false],
    ["doesNotEndWith", 42, "2", false],
  ]);
});

it("every search operator has an example", () => {
  expect(COVERED).toEqual(new Set(Object.keys(SEARCH_OPERATORS)));
});
