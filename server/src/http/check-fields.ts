import { type Brand, schemaInBrand } from "@tidings/contract";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Settings } from "typebox/system";
import { AppError, type FieldErrors } from "../foundation/app-error.ts";
import { sentencesOf } from "./validation-sentence.ts";

/** The maximum number of errors that a check reports; each form of a choice (`to`) counts. */
const MAX_FINDINGS = 50;
Settings.Set({ maxErrors: MAX_FINDINGS });

/** Novu's clients expect the first for bodies and queries, the second for path parameters. */
type Headline = "Validation Error" | "Validation failed";

/** The check returns a valid value unchanged. It throws AppError invalid, with the errors by field. */
export function fieldCheck(
  schema: TSchema | undefined,
  brand: Brand,
  headline: Headline = "Validation Error",
): (value: unknown) => unknown {
  if (!schema) return (value) => value;
  const validator = Compile(schemaInBrand(schema, brand));
  return (value) => {
    if (validator.Check(value)) return value;
    const errors = fieldErrors(validator.Errors(value), value);
    throw new AppError("invalid", headline, {
      errors: headline === "Validation failed" ? errors : withGeneral(errors),
    });
  };
}

/** Novu puts all sentences under `general`; the entries by field stand beside it. */
function withGeneral(errors: FieldErrors): FieldErrors {
  const messages = Object.values(errors).flatMap((entry) => entry.messages);
  return { ...errors, general: { messages, value: "No Value Recorded" } };
}

function fieldErrors(errors: Parameters<typeof sentencesOf>[0], value: unknown): FieldErrors {
  const byField: FieldErrors = {};
  for (const { field, sentence } of sentencesOf(errors)) {
    const entry = byField[field] ?? { messages: [], ...shown(value, field) };
    if (!entry.messages.includes(sentence)) entry.messages.push(sentence);
    byField[field] = entry;
  }
  return byField;
}

const MAX_SHOWN = 200;

/** The wrong value, when it is a short text, a number or a boolean. */
function shown(value: unknown, field: string): { value?: unknown } {
  let valueAtField = value;
  for (const name of field.split("."))
    valueAtField = (valueAtField as Record<string, unknown> | null | undefined)?.[name];
  if (typeof valueAtField === "string") return { value: valueAtField.slice(0, MAX_SHOWN) };
  return typeof valueAtField === "number" || typeof valueAtField === "boolean" ? { value: valueAtField } : {};
}
