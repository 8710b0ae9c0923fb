import { COMPARISON_OPERATORS } from "./comparison-operators.ts";
import { DATE_OPERATORS } from "./date-operators.ts";
import type { Operator } from "./operator.ts";
import { SEARCH_OPERATORS } from "./search-operators.ts";

/** A map, because the name comes from a rule: `constructor` is not an operator. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  Object.entries({ ...COMPARISON_OPERATORS, ...SEARCH_OPERATORS, ...DATE_OPERATORS }),
);

/** Operators that combine conditions, with their minimum and maximum number of operands. */
export const GROUPS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["and", [0, Number.POSITIVE_INFINITY]],
  ["or", [0, Number.POSITIVE_INFINITY]],
  ["!", [1, 1]],
  ["!!", [1, 1]],
]);
