import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { linear } from "../../testing/linear.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { GROUPS, OPERATORS } from "./operators.ts";
import { evaluateRule } from "./rule.ts";
import { ruleProblem } from "./rule-problem.ts";
import { variablesOfRule } from "./rule-variables.ts";
import { newWork, workOfRun } from "./work.ts";

const NOW = new Date("2024-03-31T12:00:00Z");
const NAMES = ["a", "b", "0", "length", "__proto__", "constructor"];

const leaf = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, "1", "true", "", "a", "2024-03-01", "2024-03-01T10:00:00Z"),
  fc.constantFrom<Json>([], {}, [1, 2], { amount: 2, unit: "days" }, { amount: "1", unit: "months" }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);
const variable = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
  .map((names): Json => ({ var: names.join(".") }));
const scope = fc.dictionary(fc.constantFrom(...NAMES), leaf) as fc.Arbitrary<JsonObject>;

const { rule } = fc.letrec<{ rule: JsonObject; operand: Json }>((tie) => ({
  operand: fc.oneof({ maxDepth: 3 }, leaf, variable, tie("rule")),
  rule: fc
    .tuple(
      fc.constantFrom(...OPERATORS.keys(), ...GROUPS.keys(), "var", "unknown"),
      fc.array(tie("operand"), { maxLength: 3 }),
    )
    .map(([operator, operands]) => ({ [operator]: operands })),
}));

/** Valid rules; few of the random ones above are valid. */
const { sound } = fc.letrec<{ sound: JsonObject; operand: Json }>((tie) => ({
  operand: fc.oneof(
    { maxDepth: 3 },
    leaf.filter((data) => ruleProblem({ "==": [data, data] }) === undefined),
    variable,
    tie("sound"),
  ),
  sound: fc.oneof(
    { maxDepth: 3 },
    fc
      .tuple(fc.constantFrom(...OPERATORS.keys()), tie("operand"), tie("operand"))
      .map(([operator, first, second]) => soundly(operator, first, second)),
    fc
      .tuple(fc.constantFrom("and", "or"), fc.array(tie("sound"), { maxLength: 3 }))
      .map(([operator, operands]) => ({ [operator]: operands })),
    fc
      .tuple(fc.constantFrom("!", "!!"), tie("sound"))
      .map(([operator, operand]) => ({ [operator]: operand })),
  ),
}));

function soundly(operator: string, first: Json, second: Json): JsonObject {
  const seconds: Json[] = [second, [second, first], { amount: 2, unit: "days" }];
  const rules = seconds.map((one): JsonObject => ({ [operator]: [first, one] }));
  return rules.find((one) => ruleProblem(one) === undefined) ?? { [operator]: [first] };
}

function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function passesOf(given: Json, data: JsonObject): boolean {
  const result = evaluateRule(given, data, NOW);
  if (!result.ok) throw new Error(result.problem);
  return result.passes;
}

describe("for any rule and any data", () => {
  const anyRule = fc.oneof(rule, fc.jsonValue() as fc.Arbitrary<Json>);

  it("evaluation has a result, is repeatable, and changes neither rule nor data", () => {
    fc.assert(
      fc.property(anyRule, scope, (given, data) => {
        const result = evaluateRule(frozen(given), frozen(data), NOW);
        expect(result).toEqual(
          result.ok
            ? { ok: true, passes: expect.any(Boolean) }
            : { ok: false, problem: expect.stringMatching(/^Failed to evaluate rule: ./) },
        );
        expect(evaluateRule(given, data, NOW)).toEqual(result);
      }),
      { numRuns: 1_000 },
    );
  });

  it("a rule is rejected exactly when the check without data finds a problem", () => {
    fc.assert(
      fc.property(anyRule, scope, (given, data) => {
        expect(evaluateRule(given, data, NOW).ok).toBe(ruleProblem(given) === undefined);
      }),
      { numRuns: 1_000 },
    );
  });

  it("`!` is the opposite, and `!!` the same", () => {
    fc.assert(
      fc.property(sound, scope, (given, data) => {
        const passes = passesOf(given, data);
        expect(passesOf({ "!": given }, data)).toBe(!passes);
        expect(passesOf({ "!!": [given] }, data)).toBe(passes);
      }),
      { numRuns: 1_000 },
    );
  });

  it("`and` is all, `or` is any", () => {
    fc.assert(
      fc.property(sound, sound, scope, (one, other, data) => {
        const [first, second] = [passesOf(one, data), passesOf(other, data)];
        expect(passesOf({ and: [one, other] }, data)).toBe(first && second);
        expect(passesOf({ or: [one, other] }, data)).toBe(first || second);
      }),
      { numRuns: 1_000 },
    );
  });

  it("variables are texts without duplicates", () => {
    fc.assert(
      fc.property(anyRule, (given) => {
        const variables = variablesOfRule(given);
        expect(new Set(variables).size).toBe(variables.length);
        expect(variables.every((path) => typeof path === "string" && path !== "")).toBe(true);
      }),
    );
  });
});

describe("a rule cannot block the process", () => {
  const TOO_MUCH = "Failed to evaluate rule: it looks through too much text or too many items";
  const MOST_UNITS = newWork().left;

  /** The result, and the units of work that it took from the budget of its run. */
  function counted(given: Json, payload: JsonObject) {
    const work = workOfRun();
    const result = evaluateRule(given, payload, NOW, work);
    return { result, units: workOfRun().left - work.left };
  }

  it("with a long text in a longer one, for which V8 takes half a minute: it is not searched", () => {
    const half = "a".repeat(50_000);
    const payload = { text: "a".repeat(1_000_000), part: `${half}b${half}` };
    const rule = { in: [{ var: "part" }, { var: "text" }] };
    const search = vi.spyOn(String.prototype, "includes");
    onTestFinished(() => search.mockRestore());
    const results = [counted(rule, payload), counted({ "!": rule }, payload)];
    expect(search.mock.contexts.filter((text) => String(text).length > 1_000)).toEqual([]);
    expect(results).toEqual(Array(2).fill({ result: { ok: false, problem: TOO_MUCH }, units: MOST_UNITS }));
  });

  it("with lists against lists", () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `2024-03-01T10:00:00.${index}`);
    const rule = { containsAny: [{ var: "a" }, { var: "b" }] };
    expect(counted(rule, { a: many, b: many.map((text) => `${text}x`) })).toEqual({
      result: { ok: false, problem: TOO_MUCH },
      units: MOST_UNITS,
    });
  });

  it("with many comparisons of large values", () => {
    const compared = (length: number) => {
      const text = "1".repeat(length);
      const payload = { a: `${text}1`, b: `${text}2` };
      return counted({ or: Array(900).fill({ "==": [{ var: "a" }, { var: "b" }] }) }, payload);
    };
    const { result, units } = compared(10_000);
    expect([result, units < MOST_UNITS]).toEqual([{ ok: true, passes: false }, true]);
    expect(compared(20_000)).toEqual({ result: { ok: false, problem: TOO_MUCH }, units: MOST_UNITS });
  });

  it("with deeply nested data", () => {
    const linearly = (ruleOf: (levels: number) => Json) =>
      linear((levels) => {
        let deep: Json = 1;
        for (let level = 0; level < levels; level++) deep = [deep];
        expect(evaluateRule(ruleOf(levels), { deep }, NOW)).toEqual({ ok: true, passes: false });
      }, 4_000);
    linearly(() => ({ in: [{ var: "deep" }, { var: "deep" }] }));
    linearly((levels) => ({ "!": { var: `deep${".0".repeat(levels)}` } }));
  });
});
