import type { TSchema } from "typebox";

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
const MOST_VALUES = 200;

/**
 * Query strings are text; the schema says what each is meant as. What does not look like it stays text, for the check
 * to refuse. One value stands for a list of one; `name[]` is read as `name`.
 */
export function coerceQuery(schema: TSchema, query: unknown): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, TSchema> }).properties ?? {};
  const coerced: Record<string, unknown> = Object.create(null);
  for (const [given, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    const name = given.endsWith("[]") ? given.slice(0, -2) : given;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property && !isUnchosen(property, value))
      coerced[name] = coerce(property as { type?: string; items?: TSchema }, value);
  }
  return { ...coerced };
}

/** `?channel=` asks for no channel in particular. */
function isUnchosen(schema: { enum?: unknown }, value: unknown): boolean {
  return value === "" && schema.enum !== undefined;
}

function coerce(schema: { type?: string; items?: TSchema }, value: unknown): unknown {
  if (schema.type === "array") {
    const values = (Array.isArray(value) ? value : [value]).slice(0, MOST_VALUES);
    const list = values.filter((item) => !isUnchosen(schema.items ?? {}, item));
    return list.map((item) => coerce((schema.items ?? {}) as { type?: string }, item));
  }
  if (typeof value !== "string") return value;
  if (schema.type === "number" || schema.type === "integer")
    return NUMBER.test(value) ? Number(value) : value;
  if (schema.type === "boolean") return value === "true" ? true : value === "false" ? false : value;
  return value;
}
