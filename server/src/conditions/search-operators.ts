import type { Json } from "../foundation/json.ts";
import { type Operator, type Operators, TWO } from "./operator.ts";
import { holdsItem, holdsText, type Work } from "./work.ts";

/**
 * Case-sensitive. When the searched operand is neither a text nor a list, neither the operator nor its opposite passes:
 * "does not contain" is false for a missing value, as in Novu. For `in` the searched operand is the second one.
 */
export const SEARCH_OPERATORS: Operators = {
  contains: found(holds),
  doesNotContain: found(holds, "not"),
  containsAny: found(holdsAny),
  doesNotContainAny: found(holdsAny, "not"),
  // As in JSON-logic: {"in": [part, text]} searches a text, {"in": [item, list]} a list.
  in: found((value, among, work) => holds(among, value, work)),
  notIn: found((value, among, work) => (Array.isArray(among) ? holds(among, value, work) : undefined), "not"),
  startsWith: found(begins),
  beginsWith: found(begins),
  doesNotBeginWith: found(begins, "not"),
  endsWith: found(ends),
  doesNotEndWith: found(ends, "not"),
};

type Search = (value: Json, sought: Json, work: Work) => boolean | undefined;

function found(search: Search, not?: "not"): Operator {
  const expected = not === undefined;
  return {
    takes: TWO,
    passes: ([value = null, sought = null], { work }) => search(value, sought, work) === expected,
  };
}

function holds(whole: Json, part: Json, work: Work): boolean | undefined {
  if (Array.isArray(whole)) return holdsItem(whole, part, work);
  return areTexts(whole, part) ? holdsText(whole as string, part as string, work) : undefined;
}

function holdsAny(whole: Json, parts: Json, work: Work): boolean | undefined {
  if (!Array.isArray(parts) || !(typeof whole === "string" || Array.isArray(whole))) return undefined;
  return parts.some((part) => work.left >= 0 && holds(whole, part, work));
}

function begins(text: Json, part: Json): boolean | undefined {
  return areTexts(text, part) ? (text as string).startsWith(part as string) : undefined;
}

function ends(text: Json, part: Json): boolean | undefined {
  return areTexts(text, part) ? (text as string).endsWith(part as string) : undefined;
}

function areTexts(a: Json, b: Json): boolean {
  return typeof a === "string" && typeof b === "string";
}
