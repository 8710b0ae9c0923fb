import type { Json } from "./json.ts";

/** Limit of a text in an excerpt, in characters. */
const MAX_TEXT = 200;
/** Limit of a list or object in an excerpt: units of a character, name or value. */
const MAX_SIZE = 500;

/**
 * A value for people, of limited size whatever it is: long texts are cut, and of a large list or object only the number of
 * its items or that it is an object is said. Takes no longer for larger values.
 */
export function excerpt(value: Json): Json {
  if (typeof value === "string") return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (typeof value !== "object" || value === null || sizeLeft(value, MAX_SIZE) >= 0) return value;
  return Array.isArray(value) ? `… (${value.length} items)` : "… (object)";
}

/** Whether the value as JSON has about at most this many characters. */
export function isAtMost(value: Json, size: number): boolean {
  return sizeLeft(value, size) >= 0;
}

/** What remains of the size after the value; negative if it is larger. */
function sizeLeft(value: Json, size: number): number {
  if (size < 0) return size;
  if (typeof value === "string") return size - 2 - value.length;
  if (typeof value !== "object" || value === null) return size - 5;
  let left = size - 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      left = sizeLeft(item, left - 1);
      if (left < 0) return left;
    }
    return left;
  }
  for (const name in value) {
    left = sizeLeft(value[name] as Json, left - 4 - name.length);
    if (left < 0) return left;
  }
  return left;
}
