import { asksNothing } from "../conditions/rule-shape.ts";
import { AppError, type FieldErrors } from "../foundation/app-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";
import { controlSchemaOf } from "./control-schemas/control-schemas.ts";
import type { StepDraft } from "./step-draft.ts";

/** A workflow can have thousands of invalid controls; the error lists the first ones. */
const MAX_MISFITS = 20;

/** The control values of a step or of one of its variants, and the path of their field in the request. */
export type Form = { type: StepDraft["type"]; field: string; controlValues: JsonObject };

/** The control values of all steps and their variants. */
export function controlsOf(steps: readonly StepDraft[]): Form[] {
  return steps.flatMap(({ type, controlValues, variants = [] }, index) => [
    { type, field: `steps.${index}.controlValues`, controlValues },
    ...variants.map((variant, place) => ({
      type,
      field: `steps.${index}.variants.${place}.controlValues`,
      controlValues: variant.controlValues,
    })),
  ]);
}

/**
 * Checks that every control the server reads has the JSON type of its schema, and nothing else: a missing value or
 * unknown word is an issue of the step, found by the review. As in requests of forms and of Novu's clients, null and ""
 * mean an absent value, a number may be a numeric string, and controls that are not in the schema are kept.
 * @throws AppError invalid with the first 20 invalid controls.
 */
export function checkControls(steps: readonly StepDraft[]): void {
  checkTypes(controlsOf(steps));
}

/** @throws AppError invalid with the first 20 controls of a wrong type. */
export function checkTypes(forms: readonly Form[]): void {
  const misfits = forms.flatMap(misfitsOf).slice(0, MAX_MISFITS);
  if (misfits.length === 0) return;
  const errors: FieldErrors = Object.fromEntries(
    misfits.map(({ field, expected, value }) => [
      field,
      { messages: [`must be ${expected} and is ${kindOf(value)}`] },
    ]),
  );
  throw new AppError("invalid", "Validation failed", { errors });
}

type Misfit = { field: string; expected: string; value: Json };
type ControlPlace = { field: string; value: Json | undefined; schema: JsonObject };

function misfitsOf({ type, field, controlValues }: Form): Misfit[] {
  const { skip, ...values } = controlValues;
  const found = misfitsAt({ field, value: values, schema: controlSchemaOf(type).dataSchema });
  return isRuleLike(skip)
    ? found
    : [...found, { field: `${field}.skip`, expected: "an object", value: skip }];
}

/** A condition may be absent in several forms, or true; other problems with it are issues of the step. */
function isRuleLike(skip: Json | undefined): skip is undefined {
  return skip === undefined || skip === true || asksNothing(skip) || isJsonObject(skip);
}

function misfitsAt({ field, value, schema }: ControlPlace): Misfit[] {
  if (isAbsent(value)) return [];
  if (!fits(value, schema)) return [{ field, expected: expectedBy(schema), value }];
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!isJsonObject(items)) return [];
    return value.flatMap((item, index) =>
      misfitsAt({ field: `${field}.${index}`, value: item, schema: items }),
    );
  }
  const { properties } = schema;
  if (!isJsonObject(value) || !isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, inner]) =>
    isJsonObject(inner) && Object.hasOwn(value, name)
      ? misfitsAt({ field: `${field}.${name}`, value: value[name], schema: inner })
      : [],
  );
}

function isAbsent(value: Json | undefined): value is undefined | null {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function fits(value: Json, schema: JsonObject): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => isOfType(value, type, schema));
}

function isOfType(value: Json, type: string, { enum: words }: JsonObject): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isJsonObject(value);
  if (type === "number" || type === "integer") {
    const number = typeof value === "string" ? Number(value) : value;
    return type === "integer" ? Number.isInteger(number) : Number.isFinite(number);
  }
  // A number is accepted for a word that consists of digits: `ordinal: 1`.
  if (type === "string" && typeof value === "number")
    return Array.isArray(words) && words.includes(String(value));
  return typeof value === type;
}

const NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

function typesOf({ type = [] }: JsonObject): string[] {
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
}

function expectedBy(schema: JsonObject): string {
  return typesOf(schema)
    .flatMap((type) => NAMES[type] ?? [])
    .join(" or ");
}

function kindOf(value: Json): string {
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return `the number ${value}`;
  return NAMES[Array.isArray(value) ? "array" : typeof value] ?? "null";
}
