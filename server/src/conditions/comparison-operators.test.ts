import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../foundation/json.ts";
import { COMPARISON_OPERATORS } from "./comparison-operators.ts";
import { evaluateRule } from "./rule.ts";

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

const EQUAL: readonly (readonly [Json, Json, boolean])[] = [
  ["gold", "gold", true],
  ["gold", "Gold", false],
  ["", "", true],
  [42, "42", true],
  [42, " 42.0 ", true],
  ["1e3", 1000, true],
  [Math.PI, "3.141592653589793", true],
  [42, "not a number", false],
  [true, "true", true],
  [true, "false", false],
  ["false", false, true],
  [true, 1, true],
  [false, "0", true],
  ["2024-05-01", "2024-05-01T00:00:00.000Z", true],
  ["2024-05-01T10:00:00Z", "2024-05-01T12:00:00+02:00", true],
  ["2024-05-01 10:00", "2024-05-01T10:00:00+0000", true],
  ["2024-05-01", "2024-05-02", false],
  [null, null, true],
  [null, 0, false],
  [null, "", false],
  [0, "", false],
  [null, false, false],
  [[1], [1], false],
  [{ a: 1 }, "[object Object]", false],
  ["90071992547409931", "90071992547409932", false],
  ["step 1", "item 1", false],
];

describe("equal", () => {
  for (const operator of ["==", "="]) holds(EQUAL.map(([a, b, passes]) => [operator, a, b, passes]));
  holds(EQUAL.map(([a, b, passes]) => ["!=", a, b, !passes]));
});

describe("order", () => {
  holds([
    ["<", 5, 10, true],
    ["<", 10, 10, false],
    ["<", "9", "10", true],
    ["<", "2024-01-31", "2024-02-01T00:00:00Z", true],
    ["<", false, "true", true],
    ["<", null, 1, false],
    ["<", "apple", "banana", false],
    ["<", [1], 2, false],
    ["<=", 10, "10", true],
    ["<=", 11, 10, false],
    ["<=", null, null, false],
    [">", "11", 10, true],
    [">", 10, 10, false],
    [">", "2024-02-01", "2024-01-31", true],
    [">", null, -1, false],
    [">=", 10, 10, true],
    [">=", 9, "10", false],
    [">=", "gold", "gold", false],
  ]);

  it("three operands are a range, as react-querybuilder writes it; `!` around it is its opposite", () => {
    for (const [value, passes] of [
      [5, true],
      ["10", true],
      [11, false],
      [null, false],
    ] as const) {
      const between = { "<=": [5, VALUE, "10"] };
      expect(evaluate(between, value)).toEqual({ ok: true, passes });
      expect(evaluate({ "!": between }, value)).toEqual({ ok: true, passes: !passes });
    }
    expect(evaluate({ "<": [5, VALUE, 10] }, 5)).toEqual({ ok: true, passes: false });
  });
});

describe("ranges", () => {
  holds([
    ["between", 7, [5, 10], true],
    ["between", 5, ["5", "10"], true],
    ["between", "10", [5, 10], true],
    ["between", 11, [5, 10], false],
    ["between", 7, [10, 5], false],
    ["between", "2024-06-15", ["2024-01-01", "2024-12-31T23:59:59Z"], true],
    ["between", "2025-01-01", ["2024-01-01", "2024-12-31T23:59:59Z"], false],
    ["between", "not a number", [5, 10], false],
    ["between", null, [0, 10], false],
    ["notBetween", 4, [5, 10], true],
    ["notBetween", "11", [5, 10], true],
    ["notBetween", 10, [5, 10], false],
    ["notBetween", "not a number", [5, 10], false],
    ["notBetween", 20, [5, "gold"], false],
    ["notBetween", null, [5, 10], false],
  ]);

  it("a range may come from the data; when that is no range, neither operator passes", () => {
    const rule = (operator: string) => ({ [operator]: [7, VALUE] });
    expect(evaluate(rule("between"), [5, 10])).toEqual({ ok: true, passes: true });
    for (const odd of [[5], 5, null]) {
      expect(evaluate(rule("between"), odd)).toEqual({ ok: true, passes: false });
      expect(evaluate(rule("notBetween"), odd)).toEqual({ ok: true, passes: false });
    }
  });
});

describe("null and empty", () => {
  it.each([
    ["null", null, true],
    ["null", "", false],
    ["null", 0, false],
    ["notNull", "", true],
    ["notNull", null, false],
    ["isEmpty", "", true],
    ["isEmpty", [], true],
    ["isEmpty", {}, true],
    ["isEmpty", null, true],
    ["isEmpty", 0, false],
    ["isEmpty", " ", false],
    ["isNonEmpty", [null], true],
    ["isNonEmpty", null, false],
  ] as const)("%s of %j is %s", (operator, value, passes) => {
    COVERED.add(operator);
    expect(evaluate({ [operator]: [VALUE] }, value as Json)).toEqual({ ok: true, passes });
    expect(evaluate({ [operator]: VALUE }, value as Json)).toEqual({ ok: true, passes });
  });

  it("a missing value counts as null, also in react-querybuilder's notation", () => {
    const missing = { var: "payload.no.such" };
    expect(evaluate({ null: [missing] }, 1)).toEqual({ ok: true, passes: true });
    expect(evaluate({ "==": [missing, null] }, 1)).toEqual({ ok: true, passes: true });
    expect(evaluate({ "!=": [missing, null] }, 1)).toEqual({ ok: true, passes: false });
  });
});

it("every comparison operator has an example", () => {
  expect(COVERED).toEqual(new Set(Object.keys(COMPARISON_OPERATORS)));
});
