import type { ConditionUnit } from "@tidings/contract";
import type { Match } from "../../components/filter-words.ts";

/** A condition as a form shows it: groups of comparisons of a variable with a value that is written out. */

/** Part of a rule as it is stored. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Scalar = string | number | boolean;
/** An amount that is not typed yet is undefined. */
export type Span = { readonly amount: number | undefined; readonly unit: ConditionUnit };
/** What an operator compares with; undefined for operators about the variable alone. */
export type Value = Scalar | readonly Scalar[] | Span | undefined;

/** One comparison. */
export type Row = {
  readonly kind: "row";
  readonly variable: string;
  readonly operator: RowOperator;
  readonly value: Value;
  /** How the stored rule says it; a row that was changed has none and is written anew. */
  readonly written?: Json;
};
export type Group = { readonly kind: "group"; readonly match: Match; readonly rows: readonly Row[] };
export type Item = Row | Group;
/** Without items, the step always runs. */
export type RuleForm = { readonly match: Match; readonly items: readonly Item[] };

/** What the second operand of an operator is typed into. */
export type ValueKind = "none" | "scalar" | "list" | "range" | "span";

/** The operators of a row with what they compare with: the engine's, without other names for the same. `!` and `!!` are about a variable. */
export const ROW_OPERATORS = {
  "==": "scalar",
  "!=": "scalar",
  contains: "scalar",
  doesNotContain: "scalar",
  startsWith: "scalar",
  doesNotBeginWith: "scalar",
  endsWith: "scalar",
  doesNotEndWith: "scalar",
  in: "list",
  notIn: "list",
  containsAny: "list",
  doesNotContainAny: "list",
  isEmpty: "none",
  isNonEmpty: "none",
  "<": "scalar",
  "<=": "scalar",
  ">": "scalar",
  ">=": "scalar",
  between: "range",
  notBetween: "range",
  withinLast: "span",
  notWithinLast: "span",
  withinNext: "span",
  notWithinNext: "span",
  moreThanXAgo: "span",
  lessThanXAgo: "span",
  exactlyXAgo: "span",
  moreThanXFromNow: "span",
  lessThanXFromNow: "span",
  exactlyXFromNow: "span",
  notNull: "none",
  null: "none",
  "!!": "none",
  "!": "none",
} as const satisfies Record<string, ValueKind>;
export type RowOperator = keyof typeof ROW_OPERATORS;

export const isRowOperator = (name: string): name is RowOperator => Object.hasOwn(ROW_OPERATORS, name);
