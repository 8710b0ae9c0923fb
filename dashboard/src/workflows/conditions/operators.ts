import { CONDITION_OPERATORS } from "@tidings/contract";
import {
  ROW_OPERATORS,
  type Row,
  type RowOperator,
  type Scalar,
  type Value,
  type ValueKind,
} from "./rule-form.ts";
import type { VariableType } from "./variables.ts";

const SET: readonly RowOperator[] = ["notNull", "null"];
const EQUAL: readonly RowOperator[] = ["==", "!="];
const AMONG: readonly RowOperator[] = ["in", "notIn"];
const SEARCH: readonly RowOperator[] = ["contains", "doesNotContain", "containsAny", "doesNotContainAny"];
const EMPTY: readonly RowOperator[] = ["isEmpty", "isNonEmpty"];
const TEXT: readonly RowOperator[] = ["startsWith", "doesNotBeginWith", "endsWith", "doesNotEndWith"];
const ORDER: readonly RowOperator[] = ["<", "<=", ">", ">=", "between", "notBetween"];
const MOMENT: readonly RowOperator[] = [
  "withinLast",
  "notWithinLast",
  "withinNext",
  "notWithinNext",
  "moreThanXAgo",
  "lessThanXAgo",
  "exactlyXAgo",
  "moreThanXFromNow",
  "lessThanXFromNow",
  "exactlyXFromNow",
];

/** The operators that make sense for a variable, in the order of the list. */
const OFFERED: Readonly<Record<VariableType, readonly RowOperator[]>> = {
  text: [...EQUAL, ...SEARCH, ...TEXT, ...AMONG, ...EMPTY, ...SET],
  number: [...EQUAL, ...ORDER, ...AMONG, ...SET],
  boolean: [...EQUAL, ...SET],
  moment: [...MOMENT, ...ORDER, ...SET],
  list: [...SEARCH, ...EMPTY, ...SET],
  any: [...EQUAL, ...SET, ...SEARCH, ...TEXT, ...AMONG, ...ORDER, ...MOMENT, ...EMPTY, "!!", "!"],
};

/** The selected one stays in the list, whatever the variable is. */
export function operatorsFor(type: VariableType, selected: RowOperator): readonly RowOperator[] {
  const offered = OFFERED[type];
  return offered.includes(selected) ? offered : [selected, ...offered];
}

/** The words of an operator between the variable and its value: those of the rule in words. */
export function operatorLabel(operator: RowOperator): string {
  if (operator === "!") return "is false or empty";
  const sentence = CONDITION_OPERATORS[operator]?.sentence ?? operator;
  return sentence
    .replace("{1} ", "")
    .replace(/ \{2\}$/, "")
    .replace("{2}", "…");
}

/** The row with another operator; what was typed is kept as far as it fits. */
export function withOperator({ written: _, ...row }: Row, operator: RowOperator): Row {
  const [from, to] = [ROW_OPERATORS[row.operator], ROW_OPERATORS[operator]];
  return { ...row, operator, value: from === to ? row.value : fitting(to, row.value) };
}

const NO_LENGTH = { amount: undefined, unit: "days" } as const;

function fitting(kind: ValueKind, value: Value): Value {
  const [first = "", second = ""] = scalarsOf(value);
  if (kind === "none") return undefined;
  if (kind === "span") return NO_LENGTH;
  if (kind === "list") return first === "" ? [] : [first];
  return kind === "range" ? [first, second] : first;
}

function scalarsOf(value: Value): readonly Scalar[] {
  if (Array.isArray(value)) return value;
  return value === undefined || typeof value === "object" ? [] : [value as Scalar];
}

/** The row about another variable. A new comparison with a boolean asks whether it is true. */
export function withVariable(row: Row, variable: string, type: VariableType): Row {
  const { written: _, ...changed } = { ...row, variable };
  const isEquality = row.operator === "==" || row.operator === "!=";
  if (isEquality && type === "boolean" && row.value === "") return { ...changed, value: true };
  if (isEquality && type !== "boolean" && row.value === true) return { ...changed, value: "" };
  if (type === "moment" && row.operator === "==" && row.value === "")
    return withOperator(changed, "withinLast");
  return type === "list" && row.operator === "==" ? withOperator(changed, "contains") : changed;
}

/** What a typed text is: a number for variables that are numbers, or where a number stood. */
export function scalarIn(text: string, type: VariableType, before: Scalar | undefined): Scalar {
  const mayBeNumber = type === "number" || (type === "any" && typeof before === "number");
  return mayBeNumber && isPlainNumber(text) ? Number(text) : text;
}

/** A number that is written again as it was typed: not `007`, `1e3`, or more digits than a number keeps. */
const isPlainNumber = (text: string): boolean =>
  text !== "" && String(Number(text)) === text && text !== "NaN" && Number.isFinite(Number(text));

/** One value a line; a line that stood there before keeps its type. */
export function scalarsIn(text: string, type: VariableType, before: readonly Scalar[]): readonly Scalar[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => before.find((one) => String(one) === line) ?? scalarIn(line, type, undefined));
}
