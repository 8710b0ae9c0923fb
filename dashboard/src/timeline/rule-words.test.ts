import { expect, test } from "vitest";
import { ruleInWords, variablesIn } from "./rule-words.ts";

const RULES: readonly [rule: unknown, words: string][] = [
  [{ "==": [{ var: "payload.plan" }, "pro"] }, "payload.plan is “pro”"],
  [
    { and: [{ ">": [{ var: "payload.n" }, 3] }, { "!!": [{ var: "payload.x" }] }] },
    "payload.n is more than 3 and payload.x is set",
  ],
  [
    { or: [{ and: [{ "==": [1, 1] }, { "==": [2, 2] }] }, { "==": [3, 3] }] },
    "(1 is 1 and 2 is 2) or 3 is 3",
  ],
  [{ in: ["a", { var: "payload.tags" }] }, "payload.tags contains “a”"],
  [{ in: [{ var: "payload.plan" }, ["pro", "team"]] }, "payload.plan is one of “pro”, “team”"],
  [{ "!": { "==": [{ var: "a" }, null] } }, "not (a is not set)"],
  [{ someday: [1] }, '{"someday":[1]}'],
  [true, "true"],
];

test.each(RULES)("the rule %j in words", (rule, words) => {
  expect(ruleInWords(rule)).toBe(words);
});

test("names each variable once", () => {
  const rule = { and: [{ "==": [{ var: "a.b" }, { var: "c" }] }, { "!": { var: "a.b" } }] };
  expect(variablesIn(rule)).toEqual(["a.b", "c"]);
});
