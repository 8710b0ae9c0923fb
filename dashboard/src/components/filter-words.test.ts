import type { FieldFilterPart, StepFilter } from "@tidings/contract";
import { FILTER_OPERATORS } from "@tidings/contract";
import { expect, test } from "vitest";
import { asMatch, FILTER_OPERATOR_WORDS, filtersInWords, MATCHES, matchOf } from "./filter-words.ts";

const part = (field: string, value: string): FieldFilterPart => ({
  on: "payload",
  field,
  operator: "EQUAL",
  value,
});
const VIP = part("vip", "true");
const PLAN = part("plan", "pro");
const group = (children: FieldFilterPart[], how = asMatch("all")): StepFilter => ({
  type: "GROUP",
  children,
  ...how,
});

test("each way to combine comparisons is stored and read again", () => {
  expect(MATCHES.map((match) => matchOf(asMatch(match)))).toEqual(MATCHES);
});

test("each operator has words of its own", () => {
  expect(Object.keys(FILTER_OPERATOR_WORDS).toSorted()).toEqual([...FILTER_OPERATORS].toSorted());
  expect(new Set(Object.values(FILTER_OPERATOR_WORDS)).size).toBe(FILTER_OPERATORS.length);
});

test.each<[StepFilter[], string]>([
  [[group([VIP])], "payload.vip is “true”"],
  [[group([VIP, PLAN])], "payload.vip is “true” and payload.plan is “pro”"],
  [
    [group([VIP, PLAN], asMatch("any")), group([VIP])],
    "(payload.vip is “true” or payload.plan is “pro”), or payload.vip is “true”",
  ],
  [[group([VIP, PLAN], asMatch("none"))], "not (payload.vip is “true” or payload.plan is “pro”)"],
  [[group([VIP], asMatch("not all"))], "not (payload.vip is “true”)"],
  [[group([])], "always"],
])("%j in words", (filters, words) => {
  expect(filtersInWords(filters)).toBe(words);
});
