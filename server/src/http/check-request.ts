import { type AnyOperation, type Brand, type Limits, schemaInBrand } from "@tidings/contract";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { AppError, type FieldErrors } from "../foundation/app-error.ts";
import { createByteCheck } from "./byte-limits.ts";
import { coerceQuery } from "./coerce-query.ts";
import { inspectText } from "./json-body.ts";
import { sentencesOf } from "./validation-sentence.ts";

/** What a request brings, before anybody believed it. */
export type Given = { params: unknown; query: unknown; body: unknown };
export type CheckParts = { brand: Brand; limits: Limits };

/**
 * Checks requests of one operation against its schemas; made once, when the operation is registered. `bodyBytes` is the
 * most that the body had as it was sent.
 */
export function createCheck(
  operation: AnyOperation,
  { brand, limits }: CheckParts,
): (given: Given, bodyBytes: number) => Given {
  const params = checkOf(operation.params, brand);
  const query = checkOf(operation.query, brand);
  const bodySchema = wholeBodyOf(operation);
  const body = checkOf(bodySchema, brand);
  const { query: querySchema } = operation;
  const checkBytes = createByteCheck(bodySchema, limits);
  return (given, bodyBytes) => {
    inspectTexts(given.params);
    inspectTexts(given.query);
    const checked = {
      params: params(given.params),
      query: query(querySchema ? coerceQuery(querySchema, given.query) : given.query),
      // A request without a body says the same as an empty one.
      body: operation.body ? body(given.body ?? {}) : undefined,
    };
    checkBytes(checked.body, bodyBytes);
    return checked;
  };
}

/** What is checked of the body as a whole: any item will do where items are checked one by one. */
function wholeBodyOf({ body, checkedEach }: AnyOperation): TSchema | undefined {
  if (checkedEach === undefined) return body;
  const { properties } = body as TSchema & { properties: Record<string, TSchema> };
  return { ...body, properties: { ...properties, [checkedEach]: { ...properties[checkedEach], items: {} } } };
}

/**
 * Checks one item of a list against its own schema, for operations with `checkedEach`. `bytes` is the most that it had
 * as it was sent.
 * @returns what is wrong with it, by field; undefined when nothing is.
 */
export function createItemCheck(
  schema: TSchema,
  { brand, limits }: CheckParts,
): (item: unknown, bytes: number) => string | undefined {
  const check = checkOf(schema, brand);
  const checkBytes = createByteCheck(schema, limits);
  return (item, bytes) => {
    try {
      checkBytes(check(item), bytes);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError) || !error.errors) throw error;
      return Object.values(error.errors)
        .flatMap(({ messages }) => messages)
        .join("; ");
    }
  };
}

function checkOf(schema: TSchema | undefined, brand: Brand): (value: unknown) => unknown {
  if (!schema) return (value) => value;
  const validator = Compile(schemaInBrand(schema, brand));
  return (value) => {
    if (validator.Check(value)) return value;
    throw new AppError("invalid", "Validation Error", {
      errors: fieldErrors(validator.Errors(value), value),
    });
  };
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

const MOST_SHOWN = 200;

/** The value that is wrong, when it is small enough to be shown. */
function shown(value: unknown, field: string): { value?: unknown } {
  let found = value;
  for (const name of field.split(".")) found = (found as Record<string, unknown> | null | undefined)?.[name];
  if (typeof found === "string") return { value: found.slice(0, MOST_SHOWN) };
  return typeof found === "number" || typeof found === "boolean" ? { value: found } : {};
}

/** Path and query texts go to the database too. */
function inspectTexts(given: unknown): void {
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    inspectText(name);
    for (const text of Array.isArray(value) ? value : [value]) {
      if (typeof text === "string") inspectText(text);
    }
  }
}
