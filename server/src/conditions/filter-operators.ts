import type { FieldFilterPart } from "@tidings/contract";
import type { Json } from "../foundation/json.ts";
import { asMoment, numberIn } from "./values.ts";
import { anyItem, holdsText, type Work } from "./work.ts";

type FilterOperator = (actual: Json, value: string, work: Work) => boolean;

/**
 * The operators of a step filter. The value is always a text and is read as the type of the field. When the field is
 * missing, or the two cannot be compared, the operator does not pass; its NOT_… is the exact opposite and does pass.
 *
 * IN is "contains", as in the dashboards that write such filters: a text contains the value, a list has it as an item.
 * ANY_IN and ALL_IN are the same for several values (`a, b` or a JSON list), but compare a text as a whole. LIKE
 * searches a text in a text, ignoring letter case.
 */
export const FILTER_OPERATORS: Readonly<Record<FieldFilterPart["operator"], FilterOperator>> = {
  EQUAL: equals,
  NOT_EQUAL: not(equals),
  LARGER: (actual, value) => order(actual, value) > 0,
  SMALLER: (actual, value) => order(actual, value) < 0,
  LARGER_EQUAL: (actual, value) => order(actual, value) >= 0,
  SMALLER_EQUAL: (actual, value) => order(actual, value) <= 0,
  BETWEEN: isBetween,
  NOT_BETWEEN: not(isBetween),
  IN: holds,
  NOT_IN: not(holds),
  ANY_IN: (actual, value, work) => valuesIn(value).some((item) => holdsWhole(actual, item, work)),
  ALL_IN: (actual, value, work) => valuesIn(value).every((item) => holdsWhole(actual, item, work)),
  LIKE: isLike,
  NOT_LIKE: not(isLike),
};

/** `18, 65` or `["a, b", "c"]`. */
export function valuesIn(text: string): string[] {
  const items = listIn(text) ?? text.split(",").map((item) => item.trim());
  return items
    .filter((item) => ["string", "number", "boolean"].includes(typeof item) && item !== "")
    .map(String);
}

function listIn(text: string): Json[] | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  try {
    return JSON.parse(text) as Json[];
  } catch {
    return undefined;
  }
}

function not(operator: FilterOperator): FilterOperator {
  return (...operands) => !operator(...operands);
}

function equals(actual: Json, value: string): boolean {
  return order(actual, value) === 0;
}

/** Below zero, zero or above; NaN when the field and the value cannot be compared. */
function order(actual: Json, value: string): number {
  if (typeof actual === "number") return Math.sign(actual - (numberIn(value) ?? Number.NaN));
  if (typeof actual === "boolean") return Number(actual) - truthIn(value);
  return typeof actual === "string" ? textOrder(actual, value) : Number.NaN;
}

function truthIn(value: string): number {
  const word = value.trim();
  if (word === "true") return 1;
  return word === "false" ? 0 : Number.NaN;
}

/** Two ISO dates are ordered by time, other texts by their characters. */
function textOrder(actual: string, value: string): number {
  const [at, edge] = [asMoment(actual), asMoment(value)];
  if (at !== undefined && edge !== undefined) return Math.sign(at - edge);
  if (actual === value) return 0;
  return actual < value ? -1 : 1;
}

function isBetween(actual: Json, value: string): boolean {
  const [low = "", high = ""] = valuesIn(value);
  return order(actual, low) >= 0 && order(actual, high) <= 0;
}

function holds(actual: Json, value: string, work: Work): boolean {
  return typeof actual === "string" ? holdsText(actual, value, work) : holdsWhole(actual, value, work);
}

function holdsWhole(actual: Json, value: string, work: Work): boolean {
  return work.left >= 0 && anyItem(itemsOf(actual), (item) => equals(item, value), work);
}

function isLike(actual: Json, value: string, work: Work): boolean {
  const sought = value.toLowerCase();
  return itemsOf(actual).some(
    (item) =>
      work.left >= 0 && typeof item !== "object" && holdsText(String(item).toLowerCase(), sought, work),
  );
}

function itemsOf(actual: Json): readonly Json[] {
  return Array.isArray(actual) ? actual : [actual];
}
