import type { FieldFilterPart, StepFilter } from "@tidings/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../foundation/json.ts";
import { FILTER_OPERATORS } from "./filter-operators.ts";
import { evaluateFilters } from "./step-filter.ts";

type Operator = FieldFilterPart["operator"];

const part = (operator: Operator, value: string, over: Partial<FieldFilterPart> = {}): FieldFilterPart => ({
  on: "payload",
  field: "value",
  operator,
  value,
  ...over,
});
const group = (children: FieldFilterPart[], over: Partial<StepFilter> = {}): StepFilter => ({
  isNegated: false,
  type: "GROUP",
  value: "AND",
  children,
  ...over,
});
const SCOPE = { payload: { value: "gold" }, subscriber: { data: { city: "Wien" } } };
const TRUE = part("EQUAL", "gold");
const FALSE = part("EQUAL", "silver");
const passes = (filters: StepFilter[]) => evaluateFilters(filters, SCOPE);
const YES = { ok: true, passes: true };
const NO = { ok: true, passes: false };

const CASES: readonly (readonly [operator: Operator, actual: Json, value: string, passes: boolean])[] = [
  ["EQUAL", "gold", "gold", true],
  ["EQUAL", "gold", "Gold", false],
  ["EQUAL", 42, "42.0", true],
  ["EQUAL", "042", "42", false],
  ["EQUAL", 0, "", false],
  ["EQUAL", true, "true", true],
  ["EQUAL", true, "yes", false],
  ["EQUAL", "2024-05-01", "2024-05-01T00:00:00Z", true],
  ["EQUAL", null, "null", false],
  ["EQUAL", [1], "1", false],
  ["NOT_EQUAL", "gold", "silver", true],
  ["NOT_EQUAL", 42, "42", false],
  ["NOT_EQUAL", null, "", true],
  ["LARGER", 10, "9", true],
  ["LARGER", 9, "9", false],
  ["LARGER", "2024-02-01", "2024-01-31T23:00:00Z", true],
  ["LARGER", "b", "a", true],
  ["LARGER", null, "-1", false],
  ["LARGER", 10, "many", false],
  ["SMALLER", 9, "10", true],
  ["SMALLER", 10, "10", false],
  ["SMALLER", false, "true", true],
  ["LARGER_EQUAL", 10, "10", true],
  ["LARGER_EQUAL", 9, "10", false],
  ["SMALLER_EQUAL", 0, "3", true],
  ["SMALLER_EQUAL", 4, "3", false],
  ["BETWEEN", 18, "18, 65", true],
  ["BETWEEN", 66, "18,65", false],
  ["BETWEEN", "2024-05-01", '["2024-01-01", "2024-12-31"]', true],
  ["BETWEEN", null, "0, 1", false],
  ["BETWEEN", 1, "[0, 2", false],
  ["NOT_BETWEEN", 66, "18, 65", true],
  ["NOT_BETWEEN", 40, "18, 65", false],
  ["NOT_BETWEEN", null, "18, 65", true],
  ["IN", "hello world", "lo wo", true],
  ["IN", "hello", "HELLO", false],
  ["IN", ["a", "b"], "b", true],
  ["IN", [1, 2], "2", true],
  ["IN", ["ab"], "a", false],
  ["IN", 42, "42", true],
  ["IN", null, "a", false],
  ["NOT_IN", ["a"], "b", true],
  ["NOT_IN", "hello", "ell", false],
  ["NOT_IN", null, "a", true],
  ["ANY_IN", ["a", "b"], "b, c", true],
  ["ANY_IN", ["a"], "b, c", false],
  ["ANY_IN", "gold", "silver, gold", true],
  ["ANY_IN", "golden", "gold", false],
  ["ANY_IN", 2, "[1, 2]", true],
  ["ANY_IN", "a, b", '["a, b"]', true],
  ["ALL_IN", ["a", "b", "c"], "a, b", true],
  ["ALL_IN", ["a"], "a, b", false],
  ["ALL_IN", [1, true], '["1", "true"]', true],
  ["LIKE", "Hello World", "WORLD", true],
  ["LIKE", "Hello", "a.*", false],
  ["LIKE", 1234, "23", true],
  ["LIKE", ["Tea", "Coffee"], "cof", true],
  ["LIKE", null, "null", false],
  ["NOT_LIKE", "Hello", "world", true],
  ["NOT_LIKE", "Hello", "hell", false],
];

describe("a comparison", () => {
  it.each(CASES)("%s of %j and %j is %s", (operator, actual, value, expected) => {
    const scope = { payload: { value: actual }, subscriber: {} };
    const result = { ok: true, passes: expected };
    expect(evaluateFilters([group([part(operator, value)])], scope)).toEqual(result);
  });

  it("has an example for every operator", () => {
    expect(new Set(CASES.map(([operator]) => operator))).toEqual(new Set(Object.keys(FILTER_OPERATORS)));
  });

  it("reads the subscriber too, along a path that reaches no prototype", () => {
    const city = part("EQUAL", "Wien", { on: "subscriber", field: "data.city" });
    expect(passes([group([city])])).toEqual(YES);
    expect(passes([group([{ ...city, field: "data.constructor.name", value: "Object" }])])).toEqual(NO);
  });

  it("renders the variables in its value", () => {
    const render = (text: string) => text.replace("{{ payload.plan }}", "gold");
    const filters = [group([part("EQUAL", "{{ payload.plan }}")])];
    expect(evaluateFilters(filters, { ...SCOPE, render })).toEqual(YES);
    expect(evaluateFilters(filters, SCOPE)).toEqual(NO);
  });

  it.each<[FieldFilterPart, string]>([
    [part("EQUAL", "x", { on: "tenant" as "payload" }), '"on" is payload or subscriber, not "tenant"'],
    [part("IS_DEFINED" as Operator, ""), 'unknown operator "IS_DEFINED"'],
    [part("constructor" as Operator, ""), 'unknown operator "constructor"'],
    [part("BETWEEN", "18"), 'BETWEEN needs two values, as in "18, 65"'],
    [part("NOT_BETWEEN", "[1, 2, 3]"), 'NOT_BETWEEN needs two values, as in "18, 65"'],
  ])("that is invalid is a problem: %j", (wrong, problem) => {
    const result = { ok: false, problem: `Failed to evaluate filter: ${problem}` };
    expect(passes([group([wrong])])).toEqual(result);
  });
});

describe("groups", () => {
  it.each<[string, StepFilter[], boolean]>([
    ["no group at all", [], true],
    ["a group without comparisons", [group([])], true],
    ["a negated group without comparisons", [group([], { isNegated: true })], true],
    ["and: all", [group([TRUE, TRUE])], true],
    ["and: not all", [group([TRUE, FALSE])], false],
    ["or: one", [group([FALSE, TRUE], { value: "OR" })], true],
    ["or: none", [group([FALSE, FALSE], { value: "OR" })], false],
    ["negated and: not all", [group([TRUE, FALSE], { isNegated: true })], true],
    ["negated and: all", [group([TRUE, TRUE], { isNegated: true })], false],
    ["negated or: one", [group([FALSE, TRUE], { value: "OR", isNegated: true })], false],
    ["negated or: none", [group([FALSE], { value: "OR", isNegated: true })], true],
    ["the second group", [group([FALSE]), group([TRUE])], true],
    ["none of the groups", [group([FALSE]), group([FALSE])], false],
  ])("%s", (_, filters, expected) => {
    expect(passes(filters)).toEqual({ ok: true, passes: expected });
  });

  it("after the first that passes are not evaluated", () => {
    const wrong = group([part("EQUAL", "x", { on: "tenant" as "payload" })]);
    expect(passes([group([TRUE]), wrong])).toEqual(YES);
    expect(passes([wrong, group([TRUE])])).toMatchObject({ ok: false });
  });
});

describe("for any filters and any data", () => {
  const filterPart = fc.record({
    on: fc.constantFrom("payload" as const, "subscriber" as const),
    field: fc.oneof(fc.constantFrom("a", "a.b", "__proto__", ""), fc.string()),
    value: fc.oneof(fc.constantFrom("1, 2", "[1", "[[]]", "true", "2024-01-01"), fc.string()),
    operator: fc.constantFrom(...(Object.keys(FILTER_OPERATORS) as Operator[])),
  });
  const filter = fc.record({
    isNegated: fc.boolean(),
    type: fc.constant("GROUP" as const),
    value: fc.constantFrom("AND" as const, "OR" as const),
    children: fc.array(filterPart, { maxLength: 4 }),
  });
  const data = fc.dictionary(fc.constantFrom("a", "b", ""), fc.jsonValue() as fc.Arbitrary<Json>);

  it("evaluation has a result, and a negated group the opposite result", () => {
    fc.assert(
      fc.property(filter, data, data, (one, payload, subscriber) => {
        const before = JSON.stringify([one, payload, subscriber]);
        const result = evaluateFilters([one], { payload, subscriber });
        const negated = evaluateFilters([{ ...one, isNegated: !one.isNegated }], { payload, subscriber });
        const opposite = result.ok && one.children.length > 0 ? { ok: true, passes: !result.passes } : result;
        expect(negated).toEqual(opposite);
        expect(JSON.stringify([one, payload, subscriber])).toBe(before);
      }),
      { numRuns: 1_000 },
    );
  });

  it("they cannot block the process", () => {
    const payload = { value: "a".repeat(1_000_000) };
    const sought = `${"a".repeat(50_000)}b${"a".repeat(50_000)}`;
    const result = evaluateFilters([group([part("LIKE", sought)])], { payload, subscriber: {} });
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining("too much text") });
  });
});
