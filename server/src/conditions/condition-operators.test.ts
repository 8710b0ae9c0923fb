import { CONDITION_OPERATORS, CONDITION_UNITS, type OperandKind } from "@tidings/contract";
import { expect, test } from "vitest";
import type { Json } from "../foundation/json.ts";
import { GROUPS, OPERATORS } from "./operators.ts";
import { evaluateRule } from "./rule.ts";
import { ruleProblem } from "./rule-problem.ts";

const NOW = new Date("2024-03-31T12:00:00Z");
const MOMENTS = [
  "2024-03-31T11:59:30Z",
  "2024-03-30T12:00:00Z",
  "2020-01-01",
  "2024-04-01T12:00:00Z",
  "2030-01-01",
];

/** Values of each kind. */
const OF_KIND: Readonly<Record<OperandKind, readonly Json[]>> = {
  value: ["a", "", 5, true, null, ["a"]],
  ordered: [1, 5, 9, "2024-03-31", false],
  moment: [...MOMENTS, NOW.getTime()],
  text: ["abc", "a", "c", ""],
  list: [["a", 5], ["z"]],
  text_or_list: ["abc", ["a", 5]],
  range: [
    [2, 7],
    ["2024-01-01", "2024-12-31"],
  ],
  length: [{ amount: 1, unit: "days" }],
  condition: [true, false, { "==": [1, 1] }],
  path: ["payload.x"],
};

const names = Object.keys(CONDITION_OPERATORS);
const meaning = (name: string) => CONDITION_OPERATORS[name] ?? expect.fail(`no operator ${name}`);
/** Those that compare values; the others are groups and variables. */
const comparisons = names.filter((name) => OPERATORS.has(name));

test("the list has exactly the operators that the engine knows", () => {
  expect(names.toSorted()).toEqual(["var", ...GROUPS.keys(), ...OPERATORS.keys()].toSorted());
});

test.each(names.filter((name) => name !== "var"))("%s takes as many operands as the list says", (name) => {
  const [least, most] = GROUPS.get(name) ?? OPERATORS.get(name)?.takes ?? [];
  expect(meaning(name).takes).toEqual([least, most === Number.POSITIVE_INFINITY ? null : most]);
});

test("a variable takes a path, and a default", () => {
  const problems = [[], ["a"], ["a", 1], ["a", 1, 2]].map((operands) =>
    ruleProblem({ "!!": { var: operands } }),
  );
  expect(problems.map((problem) => problem === undefined)).toEqual([false, true, true, false]);
});

test.each(comparisons)("%s passes for some values of its kinds, and not for others", (name) => {
  const [first = "value", second] = meaning(name).operands;
  const seconds = meaning(name).takes[0] === 1 ? [undefined] : OF_KIND[second ?? first];
  const results = OF_KIND[first].flatMap((a) =>
    seconds.map((b) => evaluateRule({ [name]: b === undefined ? [a] : [a, b] }, {}, NOW)),
  );
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(new Set(results.map((result) => result.ok && result.passes))).toEqual(new Set([true, false]));
});

test.each(comparisons)("%s never passes for values of other kinds", (name) => {
  const { operands } = meaning(name);
  for (const [place, kind] of operands.entries()) {
    for (const wrong of WRONG[kind] ?? []) {
      const right = OF_KIND[operands[1 - place] ?? kind];
      const passed = right.filter((other) => {
        const result = evaluateRule({ [name]: place === 0 ? [wrong, other] : [other, wrong] }, {}, NOW);
        return result.ok && result.passes;
      });
      expect(passed, `${name} with ${JSON.stringify(wrong)}`).toEqual([]);
    }
  }
});

const WRONG: Partial<Record<OperandKind, readonly Json[]>> = {
  ordered: ["some text", ["a"], null],
  moment: ["some text", true, null, ["a"]],
  text: [5, true, null, ["abc"]],
  list: [5, true, null],
  text_or_list: [5, true, null],
  range: [5, [1], [1, 2, 3], null],
  length: [5, "1 day", { amount: 1 }, { amount: 0, unit: "days" }, { amount: 1, unit: "fortnights" }],
};

test("a length may have exactly these units", () => {
  const isUnit = (unit: string) => ruleProblem({ withinLast: [0, { amount: 1, unit }] }) === undefined;
  expect(CONDITION_UNITS.filter((unit) => !isUnit(unit))).toEqual([]);
  expect(["milliseconds", "day", "", "quarters", "decades"].filter(isUnit)).toEqual([]);
});

test("each sentence names each operand once", () => {
  for (const name of names.filter((one) => one !== "var")) {
    const { sentence, takes } = meaning(name);
    const places = [...sentence.matchAll(/\{(\d)\}/g)].map(([, place]) => place);
    expect(places, name).toEqual(takes[0] === 1 ? ["1"] : ["1", "2"]);
  }
});
