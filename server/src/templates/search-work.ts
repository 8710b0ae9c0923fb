import { type Context, defaultOperators, type Liquid, toValue } from "liquidjs";
import { textOf } from "./text-of.ts";

/**
 * The cost of searching a text in a text. V8 takes up to the product of the lengths and cannot be interrupted: a pattern
 * of 100,000 characters in a text of 890,000 blocked a thread for 13 seconds, and `terminate()` waited for it.
 */
const MAX_SEARCH_UNITS = 100_000_000;

/** The remaining budget of the current text; a text is rendered synchronously, so one counter per thread suffices. */
let left = MAX_SEARCH_UNITS;

/** Resets the budget at the start of a text. */
export function beginSearchWork(): void {
  left = MAX_SEARCH_UNITS;
}

/** @throws Error when the budget is exceeded. */
function charge(text: unknown, pattern: unknown): void {
  left -= (textOf(text).length + 1) * (textOf(pattern).length + 1);
  if (left < 0) throw new Error("searches through too much text");
}

const SEARCHING_FILTERS = [
  "split",
  "replace",
  "replace_first",
  "replace_last",
  "remove",
  "remove_first",
  "remove_last",
];

/** Charges the filters that search with text × pattern. */
export function chargeFilters(engine: Liquid): void {
  for (const name of SEARCHING_FILTERS) {
    const filter = engine.filters[name];
    if (typeof filter !== "function") throw new Error(`LiquidJS has no filter ${name}`);
    engine.registerFilter(name, function (value: unknown, pattern?: unknown, ...more: unknown[]) {
      charge(value, pattern);
      return filter.call(this, value, pattern, ...more);
    });
  }
}

/** The operator `contains`, charged in the same way; items of a list are compared as a whole. */
export function chargedContains(whole: unknown, part: unknown, context: Context): boolean {
  const text = toValue(whole);
  if (typeof text === "string") charge(text, toValue(part));
  return contains(whole, part, context);
}

const contains = defaultOperators.contains as typeof chargedContains;
