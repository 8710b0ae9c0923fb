import { COMPARISON_OPERATORS } from "./comparison-operators.ts";
import { DATE_OPERATORS } from "./date-operators.ts";
import type { Operator } from "./operator.ts";
import { SEARCH_OPERATORS } from "./search-operators.ts";

/** A map, because a rule chooses the name: `constructor` is no operator. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  Object.entries({ ...COMPARISON_OPERATORS, ...SEARCH_OPERATORS, ...DATE_OPERATORS }),
);

/** What holds conditions together, with the least and the most operands. */
export const GROUPS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["and", [0, Number.POSITIVE_INFINITY]],
  ["or", [0, Number.POSITIVE_INFINITY]],
  ["!", [1, 1]],
  ["!!", [1, 1]],
]);
