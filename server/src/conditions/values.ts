import { isoMoment } from "../calendar/iso-moment.ts";
import { isJsonObject, type Json } from "../foundation/json.ts";

/**
 * How values are compared. A query builder writes every value as a text, so both sides are read as booleans, then as
 * numbers, then as moments; the first type that fits both is used. Null and a missing value equal only each other and
 * have no order, unlike in JavaScript, where 0, "" and null are similar.
 */

/** Below zero, zero or above; NaN when the two have no order. */
export function compare(a: Json, b: Json): number {
  for (const read of [asBoolean, asNumber, asMoment]) {
    const [left, right] = [read(a), read(b)];
    if (left !== undefined && right !== undefined) return Math.sign(left - right);
  }
  return Number.NaN;
}

/** Lists and objects are never equal to anything. */
export function looselyEqual(a: Json, b: Json): boolean {
  const order = compare(a, b);
  return Number.isNaN(order) ? a === b : order === 0;
}

/** As in JSON-logic: null, false, 0, "" and the empty list are not truthy. */
export function isTruthy(value: Json): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

export function isEmpty(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === "" || (isJsonObject(value) && Object.keys(value).length === 0);
}

function asBoolean(value: Json): number | undefined {
  if (value === true || value === "true") return 1;
  return value === false || value === "false" ? 0 : undefined;
}

function asNumber(value: Json): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  return typeof value === "string" ? numberIn(value) : undefined;
}

/** Longer texts are not numbers; parsing a text of 1 MB as a number takes 1 ms. */
const MAX_NUMBER_CHARS = 32;

/** A whole number that a double would round stays a text; otherwise two different long ids could be equal. */
export function numberIn(text: string): number | undefined {
  if (text.length > MAX_NUMBER_CHARS || text.trim() === "") return undefined;
  const number = Number(text);
  const isExact = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
  return isExact ? number : undefined;
}

/** Milliseconds of an ISO text; undefined for a day that does not exist. */
export function asMoment(value: Json): number | undefined {
  return typeof value === "string" ? isoMoment(value)?.getTime() : undefined;
}
