import type { Json } from "../foundation/json.ts";
import { ONE, type Operator, type Operators, TWO } from "./operator.ts";
import { compare, isEmpty, looselyEqual } from "./values.ts";

const equals = ([a = null, b = null]: readonly Json[]) => looselyEqual(a, b);
const isNothing = ([value = null]: readonly Json[]) => value === null;
const isBlank = ([value = null]: readonly Json[]) => isEmpty(value);

export const COMPARISON_OPERATORS: Operators = {
  "==": { takes: TWO, passes: equals },
  "=": { takes: TWO, passes: equals },
  "!=": { takes: TWO, passes: (operands) => !equals(operands) },
  // Three operands are JSON-logic's "between", which is how react-querybuilder writes it: {"<=": [low, value, high]}.
  "<": ordered((order) => order < 0, [2, 3]),
  "<=": ordered((order) => order <= 0, [2, 3]),
  ">": ordered((order) => order > 0, TWO),
  ">=": ordered((order) => order >= 0, TWO),
  between: ranged((low, high) => low >= 0 && high <= 0),
  notBetween: ranged((low, high) => low < 0 || high > 0),
  null: { takes: ONE, passes: isNothing },
  notNull: { takes: ONE, passes: (operands) => !isNothing(operands) },
  isEmpty: { takes: ONE, passes: isBlank },
  isNonEmpty: { takes: ONE, passes: (operands) => !isBlank(operands) },
};

function ordered(fits: (order: number) => boolean, takes: Operator["takes"]): Operator {
  const passes = ([a = null, b = null, c]: readonly Json[]) =>
    fits(compare(a, b)) && (c === undefined || fits(compare(b, c)));
  return { takes, passes };
}

/**
 * `{"between": [value, [low, high]]}`, ends included. For values without an order neither it nor its opposite passes.
 */
function ranged(fits: (low: number, high: number) => boolean): Operator {
  const passes = ([value = null, range = null]: readonly Json[]) => {
    if (!isPair(range)) return false;
    const [low, high] = [compare(value, range[0]), compare(value, range[1])];
    return !Number.isNaN(low + high) && fits(low, high);
  };
  return { takes: TWO, second: { fits: isPair, is: "a list of two values" }, passes };
}

function isPair(value: Json): value is [Json, Json] {
  return Array.isArray(value) && value.length === 2;
}
