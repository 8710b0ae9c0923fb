import { expect, test } from "vitest";
import { inputOf, isIdentifier } from "./beginnings.ts";
import { changed, pageOf, queryOf } from "./filters.ts";
import { identifierOf } from "./identifier.ts";

test.for([
  ["Order shipped", "order-shipped"],
  ["  Grüße & Küsse! ", "grusse-kusse"],
  ["v2.1 (final)", "v2-1-final"],
  ["注文", ""],
  [`${"a".repeat(63)} b`, "a".repeat(63)],
])("the identifier that %j suggests is %j", ([name, identifier]) => {
  expect(identifierOf(name as string)).toBe(identifier);
  expect(identifier === "" || isIdentifier(identifier as string)).toBe(true);
});

test("the address chooses the rows; unknown words of it are left out", () => {
  expect(queryOf({ query: "a", tag: "x", status: "ERROR", page: "3" })).toEqual({
    limit: 25,
    orderBy: "name",
    orderDirection: "ASC",
    offset: 50,
    query: "a",
    tags: ["x"],
    status: ["ERROR"],
  });
  expect(queryOf({ status: "nonsense", page: "-1" })).toEqual({
    limit: 25,
    orderBy: "name",
    orderDirection: "ASC",
  });
  expect(["0", "1e3", "x", "", "9999"].map((page) => pageOf({ page }))).toEqual([1, 1, 1, 1, 1]);
});

test("another filter leads to the first page", () => {
  expect(changed({ query: "a", page: "4" }, { tag: "x" })).toEqual({ query: "a", tag: "x" });
  expect(changed({ query: "a", tag: "x" }, { tag: "" })).toEqual({ query: "a" });
});

test("a copy is switched off and has no ids of the original's steps", () => {
  const values = { preferences: { user: null, default: {} }, severity: "high", tags: ["x"] };
  const step = { _id: "1", stepId: "a", name: "A", type: "sms", controls: { values: { body: "Hi" } } };
  const original = { ...values, name: "News", workflowId: "news", active: true, steps: [step] } as never;
  const named = { name: "News copy", workflowId: "news-copy" };
  expect(inputOf("copy", named, original)).toMatchObject({
    ...named,
    active: false,
    severity: "high",
    tags: ["x"],
    steps: [{ stepId: "a", name: "A", type: "sms", controlValues: { body: "Hi" } }],
  });
  expect(inputOf("copy", named, original)?.steps[0]).not.toHaveProperty("_id");
  expect(inputOf("copy", named, undefined)).toBeUndefined();
});
