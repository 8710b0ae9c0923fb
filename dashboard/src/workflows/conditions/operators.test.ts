import { expect, test } from "vitest";
import { operatorLabel, operatorsFor, scalarIn, scalarsIn, withOperator, withVariable } from "./operators.ts";
import { ROW_OPERATORS, type Row, type RowOperator } from "./rule-form.ts";
import { variablesOf } from "./variables.ts";

const row = (changes: Partial<Row> = {}): Row => ({
  kind: "row",
  variable: "",
  operator: "==",
  value: "",
  written: { "==": [{ var: "" }, ""] },
  ...changes,
});
const OPERATORS = Object.keys(ROW_OPERATORS) as RowOperator[];

test("a variable of unknown type has every operator, each with its own words", () => {
  expect(operatorsFor("any", "==").toSorted()).toEqual(OPERATORS.toSorted());
  const labels = OPERATORS.map(operatorLabel);
  expect(new Set(labels).size).toBe(OPERATORS.length);
  expect(labels.filter((label) => /[{}]/.test(label))).toEqual([]);
  expect(
    ["==", "moreThanXAgo", "withinLast", "!", "null"].map((one) => operatorLabel(one as RowOperator)),
  ).toEqual(["is", "is more than … ago", "is within the last", "is false or empty", "is not set"]);
});

test("an operator that is not usual for the variable stays in the list while it is selected", () => {
  expect(operatorsFor("boolean", "contains")).toContain("contains");
  expect(operatorsFor("boolean", "==")).not.toContain("contains");
});

test("another operator keeps what was typed as far as it fits", () => {
  expect(withOperator(row({ value: 5 }), "between")).toEqual({
    kind: "row",
    variable: "",
    operator: "between",
    value: [5, ""],
  });
  expect(withOperator(row({ value: "a" }), "in").value).toEqual(["a"]);
  expect(withOperator(row({ operator: "in", value: ["a", "b"] }), "==").value).toBe("a");
  expect(withOperator(row({ value: "a" }), "notNull").value).toBeUndefined();
  expect(withOperator(row({ operator: "notNull", value: undefined }), "==").value).toBe("");
  expect(withOperator(row({ value: "a" }), "withinLast").value).toEqual({ amount: undefined, unit: "days" });
});

test("a new row follows the type of its variable; a typed value stays", () => {
  expect(withVariable(row(), "payload.vip", "boolean")).toMatchObject({ operator: "==", value: true });
  expect(withVariable(row({ value: true }), "payload.vips", "any").value).toBe("");
  expect(withVariable(row(), "payload.at", "moment").operator).toBe("withinLast");
  expect(withVariable(row(), "payload.tags", "list").operator).toBe("contains");
  expect(withVariable(row({ value: "pro" }), "payload.vip", "boolean")).toMatchObject({
    operator: "==",
    value: "pro",
  });
  expect(withVariable(row(), "payload.x", "text").written).toBeUndefined();
});

test("texts become numbers only where a number is meant, and only if they say the same", () => {
  const typed = ["5", "-0.5", "007", "1e3", "1.", "12345678901234567890", "", "NaN", "Infinity", "x"];
  const numbers = [5, -0.5, "007", "1e3", "1.", "12345678901234567890", "", "NaN", "Infinity", "x"];
  expect(typed.map((text) => scalarIn(text, "number", undefined))).toEqual(numbers);
  expect(typed.map((text) => scalarIn(text, "text", 3))).toEqual(typed);
  expect(scalarIn("7", "any", 3)).toBe(7);
  expect(scalarIn("7", "any", "3")).toBe("7");
});

test("values of a list that were there before keep their types", () => {
  expect(scalarsIn("a\n5\n\ntrue\n6", "text", [5, true, "a"])).toEqual(["a", 5, true, "6"]);
});

test("variables are the paths of the schema with their types, the payload's first", () => {
  const schema = {
    type: "object",
    properties: {
      workflow: { type: "object", properties: { name: { type: "string" } } },
      subscriber: { type: "object", properties: { data: { type: "object", additionalProperties: true } } },
      steps: {
        type: "object",
        properties: { text: { type: "object", properties: {}, additionalProperties: false } },
      },
      payload: {
        type: "object",
        properties: {
          n: { type: ["integer", "null"] },
          at: { type: "string", format: "date-time" },
          order: { type: "object", properties: { tags: { type: "array" }, paid: { type: "boolean" } } },
        },
      },
    },
  };
  expect(variablesOf(schema)).toEqual([
    { path: "payload.n", type: "number" },
    { path: "payload.at", type: "moment" },
    { path: "payload.order.tags", type: "list" },
    { path: "payload.order.paid", type: "boolean" },
    { path: "subscriber.data", type: "any" },
    { path: "workflow.name", type: "text" },
  ]);
  for (const none of [undefined, null, "x", {}, { properties: [] }]) expect(variablesOf(none)).toEqual([]);
});
