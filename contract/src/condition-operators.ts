/**
 * What an operand may be. `value`: anything. `ordered`: a number, a moment (ISO text) or a boolean. `moment`: an ISO text,
 * or milliseconds. `list`: a list of values. `text_or_list`: searched for a part, or for an item. `range`: a list of the
 * lowest and the highest value. `length`: `{amount, unit}`. `condition`: another operator, or a value that counts as true
 * or not. `path`: the name of a variable.
 */
export type OperandKind =
  | "value"
  | "ordered"
  | "moment"
  | "text"
  | "list"
  | "text_or_list"
  | "range"
  | "length"
  | "condition"
  | "path";

type ConditionOperator = {
  /** The kind of each operand; the last one is that of all further ones. */
  operands: readonly OperandKind[];
  /** The minimum and maximum number of operands; null: any number. */
  takes: readonly [number, number | null];
  /** What it says, with its operands in place of `{1}` and `{2}`. */
  sentence: string;
};

const of = (operands: readonly OperandKind[], sentence: string): ConditionOperator => ({
  operands,
  takes: [operands.length, operands.length],
  sentence,
});

/**
 * The closed list of the operators of conditions (JSON-logic rules, `skip` of a step). Texts are compared with their letter
 * case. A missing variable is null: it equals only null, has no order, and contains nothing; the opposites of searches do
 * not pass for it either. Units of a length: seconds to months, and years; a month is a calendar month.
 */
export const CONDITION_OPERATORS: Readonly<Record<string, ConditionOperator>> = {
  var: { operands: ["path", "value"], takes: [1, 2], sentence: "{1}" },
  and: { operands: ["condition"], takes: [0, null], sentence: "{1} and {2}" },
  or: { operands: ["condition"], takes: [0, null], sentence: "{1} or {2}" },
  "!": of(["condition"], "not ({1})"),
  "!!": of(["condition"], "{1} is true or not empty"),
  "==": of(["value", "value"], "{1} is {2}"),
  "=": of(["value", "value"], "{1} is {2}"),
  "!=": of(["value", "value"], "{1} is not {2}"),
  "<": { operands: ["ordered"], takes: [2, 3], sentence: "{1} is less than {2}" },
  "<=": { operands: ["ordered"], takes: [2, 3], sentence: "{1} is at most {2}" },
  ">": of(["ordered", "ordered"], "{1} is more than {2}"),
  ">=": of(["ordered", "ordered"], "{1} is at least {2}"),
  between: of(["ordered", "range"], "{1} is between {2}"),
  notBetween: of(["ordered", "range"], "{1} is not between {2}"),
  null: of(["value"], "{1} is not set"),
  notNull: of(["value"], "{1} is set"),
  isEmpty: of(["value"], "{1} is empty"),
  isNonEmpty: of(["value"], "{1} is not empty"),
  contains: of(["text_or_list", "value"], "{1} contains {2}"),
  doesNotContain: of(["text_or_list", "value"], "{1} does not contain {2}"),
  containsAny: of(["text_or_list", "list"], "{1} contains one of {2}"),
  doesNotContainAny: of(["text_or_list", "list"], "{1} contains none of {2}"),
  in: of(["value", "text_or_list"], "{1} is one of {2}"),
  notIn: of(["value", "list"], "{1} is none of {2}"),
  startsWith: of(["text", "text"], "{1} starts with {2}"),
  beginsWith: of(["text", "text"], "{1} starts with {2}"),
  doesNotBeginWith: of(["text", "text"], "{1} does not start with {2}"),
  endsWith: of(["text", "text"], "{1} ends with {2}"),
  doesNotEndWith: of(["text", "text"], "{1} does not end with {2}"),
  moreThanXAgo: of(["moment", "length"], "{1} is more than {2} ago"),
  lessThanXAgo: of(["moment", "length"], "{1} is less than {2} ago"),
  exactlyXAgo: of(["moment", "length"], "{1} is {2} ago"),
  withinLast: of(["moment", "length"], "{1} is within the last {2}"),
  notWithinLast: of(["moment", "length"], "{1} is before the last {2}"),
  moreThanXFromNow: of(["moment", "length"], "{1} is more than {2} from now"),
  lessThanXFromNow: of(["moment", "length"], "{1} is less than {2} from now"),
  exactlyXFromNow: of(["moment", "length"], "{1} is {2} from now"),
  withinNext: of(["moment", "length"], "{1} is within the next {2}"),
  notWithinNext: of(["moment", "length"], "{1} is after the next {2}"),
};

/** The units of a length in a condition. */
export const CONDITION_UNITS = ["seconds", "minutes", "hours", "days", "weeks", "months", "years"] as const;
export type ConditionUnit = (typeof CONDITION_UNITS)[number];
