import { expect, test } from "vitest";
import { ruleInWords, variablesIn } from "./rule-words.ts";

const RULES: readonly [rule: unknown, words: string][] = [
  [{ "==": [{ var: "payload.plan" }, "pro"] }, "payload.plan is “pro”"],
  [
    { and: [{ ">": [{ var: "payload.n" }, 3] }, { "!!": [{ var: "payload.x" }] }] },
    "payload.n is more than 3 and payload.x is true or not empty",
  ],
  [
    { or: [{ and: [{ "==": [1, 1] }, { "==": [2, 2] }] }, { "==": [3, 3] }] },
    "(1 is 1 and 2 is 2) or 3 is 3",
  ],
  [{ in: ["a", { var: "payload.tags" }] }, "payload.tags contains “a”"],
  [{ in: [{ var: "payload.plan" }, ["pro", "team"]] }, "payload.plan is one of “pro”, “team”"],
  [{ "!": { "==": [{ var: "a" }, null] } }, "not (a is not set)"],
  [{ "!=": [{ var: "a" }, null] }, "a is set"],
  [{ "!": { var: "a" } }, "a is false or empty"],
  [{ null: [{ var: "a" }] }, "a is not set"],
  [{ notIn: [{ var: "a" }, ["x", 2]] }, "a is none of “x”, 2"],
  [{ between: [{ var: "a" }, [1, 5]] }, "a is between 1 and 5"],
  [{ "<=": [1, { var: "a" }, 5] }, "1 is at most a and a is at most 5"],
  [{ withinLast: [{ var: "a" }, { amount: 1, unit: "days" }] }, "a is within the last 1 day"],
  [{ moreThanXAgo: [{ var: "a" }, { amount: "5", unit: "days" }] }, "a is more than 5 days ago"],
  [{ doesNotBeginWith: [{ var: "a" }, "x"] }, "a does not start with “x”"],
  [{ "==": [{ var: "a" }] }, '{"==":[{"var":"a"}]}'],
  [{ constructor: [1, null] }, '{"constructor":[1,null]}'],
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
