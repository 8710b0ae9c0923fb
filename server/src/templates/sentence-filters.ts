import { englishPlural } from "./plural.ts";

/**
 * `{{ list | toSentence: keyPath, limit, overflow, comma, and, lastAnd }}` writes a list as a phrase.
 * Defaults: `""` (the items are texts), `2`, `"other"`, `", "`, `" and "`, `", and "`.
 *
 *     {{ steps.digest.events | toSentence: "payload.name" }}     Ann, Bob, and 3 others
 *     {{ names | toSentence: "", 3 }}                            Ann, Bob, and Cem
 *     {{ names | toSentence: "", 1 }}                            Ann and 4 others
 *
 * `overflow` gets its English plural; items without a name are only counted among the others. Any value other than a
 * list gives an empty text.
 */
export function toSentence(list: unknown, ...words: unknown[]): string {
  const [keyPath, limit, overflow, comma, and, lastAnd] = words;
  return sentence(list, {
    keyPath: word(keyPath, ""),
    limit: count(limit, "toSentence"),
    overflow: word(overflow, "other"),
    comma: word(comma, ", "),
    and: word(and, " and "),
    lastAnd: word(lastAnd, ", and "),
  });
}

/**
 * `{{ list | digest: limit, keyPath, comma }}`, the short form without a comma before the last word.
 * Defaults: `2`, `""`, `", "`.
 *
 *     {{ steps.digest.events | digest: 2, "payload.name" }}      Ann, Bob and 3 others
 */
export function digest(list: unknown, ...words: unknown[]): string {
  const [limit, keyPath, comma] = words;
  return sentence(list, {
    keyPath: word(keyPath, ""),
    limit: count(limit, "digest"),
    overflow: "other",
    comma: word(comma, ", "),
    and: " and ",
    lastAnd: " and ",
  });
}

/**
 * `{{ value | pluralize: singular, plural, showCount }}`: a number, a numeric text, a list (its length) or an object (its
 * keys) with the singular or plural. Without `plural` the English plural is formed; `showCount` is `"true"` unless
 * `"false"`. Nothing to count (zero, negative, not a number) gives an empty text, so that a template can omit
 * "you have {{ n | pluralize: 'reply' }}" with `{% if %}`.
 *
 *     {{ steps.digest.eventCount | pluralize: "reply" }}              2 replies
 *     {{ payload.guests | pluralize: "Gast", "Gäste", "false" }}      Gäste
 */
export function pluralize(value: unknown, ...words: unknown[]): string {
  const [singular, plural, showCount] = words;
  const amount = amountOf(value);
  if (!(amount > 0)) return "";
  const one = word(singular, "");
  const form = amount === 1 ? one : word(plural, "") || englishPlural(one);
  return String(showCount) === "false" ? form : `${amount} ${form}`;
}

function amountOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" ? Object.keys(value).length : Number(value);
}

type Wording = {
  keyPath: string;
  limit: number;
  overflow: string;
  comma: string;
  and: string;
  lastAnd: string;
};

function sentence(list: unknown, wording: Wording): string {
  if (!Array.isArray(list)) return "";
  const names: string[] = [];
  for (const item of list) {
    if (names.length === wording.limit) break;
    const name = nameOf(item, wording.keyPath);
    if (name !== "") names.push(name);
  }
  const others = list.length - names.length;
  const { overflow } = wording;
  const parts =
    others === 0 ? names : [...names, `${others} ${others === 1 ? overflow : englishPlural(overflow)}`];
  if (parts.length <= 2) return parts.join(wording.and);
  return `${parts.slice(0, -1).join(wording.comma)}${wording.lastAnd}${parts.at(-1)}`;
}

/** The name of an item: own properties only, so that a path like `constructor.name` has no value. */
function nameOf(item: unknown, keyPath: string): string {
  let value = item;
  for (const key of keyPath === "" ? [] : keyPath.split(".")) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return "";
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function word(value: unknown, fallback: string): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : fallback;
}

function count(value: unknown, filter: string): number {
  if (value === undefined || value === null || value === "") return 2;
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1)
    throw new Error(`${filter} expects a whole number of names to show`);
  return limit;
}
