import { describe, expect, it } from "vitest";
import type { Json } from "../foundation/json.ts";
import { DATE_OPERATORS } from "./date-operators.ts";
import { evaluateRule } from "./rule.ts";

const NOW = new Date("2024-03-31T12:00:00Z");
const FIVE_DAYS = { amount: 5, unit: "days" };

type Case = readonly [operator: string, value: Json, window: Json, passes: boolean];

const CASES: readonly Case[] = [
  ["moreThanXAgo", "2024-03-24T12:00:00Z", FIVE_DAYS, true],
  ["moreThanXAgo", "2024-03-26T12:00:00Z", FIVE_DAYS, false],
  ["moreThanXAgo", "2024-04-01", FIVE_DAYS, false],
  ["lessThanXAgo", "2024-03-28T12:00:00Z", FIVE_DAYS, true],
  ["lessThanXAgo", "2024-03-26T12:00:00Z", FIVE_DAYS, true],
  ["lessThanXAgo", "2024-04-01", FIVE_DAYS, true],
  ["lessThanXAgo", "2024-03-24T12:00:00Z", FIVE_DAYS, false],
  ["exactlyXAgo", "2024-03-26T20:00:00Z", FIVE_DAYS, true],
  ["exactlyXAgo", "2024-03-24T12:00:00Z", FIVE_DAYS, false],
  ["withinLast", "2024-03-31T11:59:59Z", FIVE_DAYS, true],
  ["withinLast", "2024-03-31T12:00:01Z", FIVE_DAYS, false],
  ["withinLast", "2024-03-24", FIVE_DAYS, false],
  // A day that does not exist is not a moment: no operator passes.
  ["moreThanXAgo", "2024-02-31", FIVE_DAYS, false],
  ["lessThanXFromNow", "2024-02-30T10:00:00Z", FIVE_DAYS, false],
  ["notWithinLast", "2024-03-24", FIVE_DAYS, true],
  ["notWithinLast", "2024-03-30", FIVE_DAYS, false],
  ["notWithinLast", "2024-04-30", FIVE_DAYS, false],
  ["moreThanXFromNow", "2024-04-06", FIVE_DAYS, true],
  ["moreThanXFromNow", "2024-04-05", FIVE_DAYS, false],
  ["lessThanXFromNow", "2024-04-05", FIVE_DAYS, true],
  ["lessThanXFromNow", "2024-01-01", FIVE_DAYS, true],
  ["lessThanXFromNow", "2024-04-06", FIVE_DAYS, false],
  ["exactlyXFromNow", "2024-04-05", FIVE_DAYS, true],
  ["exactlyXFromNow", "2024-04-07", FIVE_DAYS, false],
  ["withinNext", "2024-04-05", FIVE_DAYS, true],
  ["withinNext", "2024-03-31T11:59:59Z", FIVE_DAYS, false],
  ["notWithinNext", "2024-04-06", FIVE_DAYS, true],
  ["notWithinNext", "2024-04-05", FIVE_DAYS, false],
];

const evaluate = (operator: string, value: Json, window: Json) =>
  evaluateRule({ [operator]: [{ var: "at" }, window] }, { at: value }, NOW);

describe("date operators", () => {
  it.each(CASES)("%s of %j and %j is %s", (operator, value, window, passes) => {
    expect(evaluate(operator, value, window)).toEqual({ ok: true, passes });
  });

  it("every operator has an example", () => {
    const covered = new Set(CASES.map(([operator]) => operator));
    expect(Object.keys(DATE_OPERATORS).filter((name) => !covered.has(name))).toEqual([]);
  });

  it.each([
    ["seconds", "2024-03-31T11:59:58Z", "2024-03-31T11:59:59Z"],
    ["minutes", "2024-03-31T11:58:59Z", "2024-03-31T11:59:00Z"],
    ["hours", "2024-03-31T10:59:59Z", "2024-03-31T11:00:00Z"],
    ["days", "2024-03-30T11:59:59Z", "2024-03-30T12:00:00Z"],
    ["weeks", "2024-03-24T11:59:59Z", "2024-03-24T12:00:00Z"],
    ["months", "2024-02-29T11:59:59Z", "2024-02-29T12:00:00Z"],
    ["years", "2023-03-31T11:59:59Z", "2023-03-31T12:00:00Z"],
  ])("one of %s ago is exact to the second", (unit, before, from) => {
    expect(evaluate("moreThanXAgo", before, { amount: 1, unit })).toEqual({ ok: true, passes: true });
    expect(evaluate("moreThanXAgo", from, { amount: "1", unit })).toEqual({ ok: true, passes: false });
  });

  it.each([null, "yesterday", "", true, ["2024-03-24"], {}])(
    "no operator passes for %j, which is not a moment",
    (value) => {
      for (const operator of Object.keys(DATE_OPERATORS)) {
        expect(evaluate(operator, value, FIVE_DAYS)).toEqual({ ok: true, passes: false });
      }
    },
  );

  it("a number is a moment in milliseconds", () => {
    expect(evaluate("withinLast", NOW.getTime() - 1000, FIVE_DAYS)).toEqual({ ok: true, passes: true });
  });

  it.each([
    { amount: 0, unit: "days" },
    { amount: "many", unit: "days" },
    { amount: 1, unit: "toString" },
    { unit: "weeks", amount: null },
    5,
  ])("the window %j is rejected", (window) => {
    const problem = 'Failed to evaluate rule: "withinLast" needs an amount above zero and a unit';
    expect(evaluate("withinLast", "2024-03-30", window)).toEqual({ ok: false, problem });
  });

  it("a window may come from the data; when that is no window, the operator does not pass", () => {
    const rule = { withinLast: [{ var: "at" }, { var: "window" }] };
    const at = "2024-03-30";
    expect(evaluateRule(rule, { at, window: FIVE_DAYS }, NOW)).toEqual({ ok: true, passes: true });
    expect(evaluateRule(rule, { at, window: "5 days" }, NOW)).toEqual({ ok: true, passes: false });
    expect(evaluateRule(rule, { at, window: { amount: 1e300, unit: "years" } }, NOW)).toEqual({
      ok: true,
      passes: false,
    });
  });
});
