import type { Drawn, FormField } from "./form-fields.ts";
import { isAbsent, isLiquid, isObject, jsonOrText, type Members, textOfJson } from "./json.ts";

/** Whether a field can show the value exactly. Otherwise it shows it as text or JSON, and never rewrites it. */
export function fits(drawn: Drawn, value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return FITS[drawn](value);
}

const isText = (value: unknown): boolean => typeof value === "string";
const isPlainText = (value: unknown): boolean => isText(value) && !isLiquid(value);
const isPlainOrAbsent = (value: unknown): boolean => isAbsent(value) || isPlainText(value);
const isNumber = (value: unknown): boolean =>
  typeof value === "number" ||
  (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)));

const isLength = (value: unknown): boolean =>
  isObject(value) && (isAbsent(value.amount) || isNumber(value.amount)) && isPlainOrAbsent(value.unit);
const isLink = (value: unknown): boolean =>
  isObject(value) && (isAbsent(value.url) || isText(value.url)) && isPlainOrAbsent(value.target);
const isButton = (value: unknown): boolean =>
  isObject(value) &&
  (isAbsent(value.label) || isText(value.label)) &&
  (isAbsent(value.redirect) || isLink(value.redirect));

const FITS: Readonly<Record<Drawn, (value: unknown) => boolean>> = {
  line: isText,
  text: isText,
  path: isPlainText,
  calendar: isPlainText,
  choice: isPlainText,
  number: isNumber,
  switch: (value) => typeof value === "boolean",
  length: isLength,
  link: isLink,
  buttons: isButton,
  conditions: () => true,
  json: () => true,
};

/** Fields whose value is a word or a number, which can be seen as a text. */
const SCALARS: readonly Drawn[] = ["line", "text", "path", "calendar", "choice", "number", "switch"];

/** How a field is shown raw: as a text with Liquid, or as JSON; undefined where that is what it is anyway. */
export function rawFormOf({ drawn }: Pick<FormField, "drawn">, value: unknown): "text" | "json" | undefined {
  if (drawn === "json" || drawn === "conditions") return undefined;
  if (!SCALARS.includes(drawn)) return "json";
  if (typeof value === "object" && value !== null) return "json";
  return (drawn === "line" || drawn === "text") && fits(drawn, value) ? undefined : "text";
}

/** A scalar as text. */
export const rawText = (value: unknown): string => (value === null ? "" : textOfJson(value));

/** The value that a text means: a number or true and false where the schema wants them, otherwise the text. */
export function valueOfRawText(text: string, { type }: Members): unknown {
  if (text === "") return undefined;
  const types = [type].flat();
  const wanted = [
    types.includes("number") || types.includes("integer") ? "number" : "",
    types.includes("boolean") ? "boolean" : "",
  ];
  const value = jsonOrText(text);
  return wanted.includes(typeof value) ? value : text;
}

/** A length with another amount or unit: absent without an amount, unless there is more in it. */
export function changedLength(before: unknown, change: { amount?: number | undefined; unit: string }) {
  const { amount: _, unit: __, ...others } = isObject(before) ? before : {};
  const { amount, unit } = change;
  if (amount === undefined) return Object.keys(others).length > 0 ? { ...others, unit } : undefined;
  return { ...(isObject(before) ? before : {}), amount, unit };
}

/** An object with a member changed; undefined where nothing is left of it. */
export function withMember(before: unknown, name: string, value: unknown): Members | undefined {
  const members = isObject(before) ? before : {};
  const { [name]: _, ...others } = members;
  const next = value === undefined ? others : { ...members, [name]: value };
  return Object.keys(next).length > 0 ? next : undefined;
}
