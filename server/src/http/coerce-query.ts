import type { TSchema } from "typebox";

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
const MAX_VALUES = 200;

/**
 * Converts query texts to the types of the schema. A text that cannot be converted stays text, so that the check refuses
 * it. A single value becomes a list of one where the schema has a list; `name[]` is read as `name`,
 * and `name[0][]`, `name[1][]` as a list of lists.
 */
export function coerceQuery(schema: TSchema, query: unknown): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, TSchema> }).properties ?? {};
  const coerced: Record<string, unknown> = Object.create(null);
  for (const [given, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    const { name, isGroup } = nameOf(given);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property || isEmptyChoice(property, value)) continue;
    const read = coerce(property as { type?: string; items?: TSchema }, value);
    coerced[name] = isGroup ? [...((coerced[name] as unknown[]) ?? []), read] : read;
  }
  return { ...coerced };
}

function nameOf(given: string): { name: string; isGroup: boolean } {
  const [, group] = /^(.+)\[\d{1,3}\]\[\]$/.exec(given) ?? [];
  if (group !== undefined) return { name: group, isGroup: true };
  return { name: given.endsWith("[]") ? given.slice(0, -2) : given, isGroup: false };
}

/** `?channel=` means no filter by channel. */
function isEmptyChoice(schema: { enum?: unknown }, value: unknown): boolean {
  return value === "" && schema.enum !== undefined;
}

function coerce(schema: { type?: string; items?: TSchema }, value: unknown): unknown {
  if (schema.type === "array") {
    const values = (Array.isArray(value) ? value : [value]).slice(0, MAX_VALUES);
    const list = values.filter((item) => !isEmptyChoice(schema.items ?? {}, item));
    return list.map((item) => coerce((schema.items ?? {}) as { type?: string }, item));
  }
  if (typeof value !== "string") return value;
  if (schema.type === "number" || schema.type === "integer")
    return NUMBER.test(value) ? Number(value) : value;
  if (schema.type === "boolean" && value === "true") return true;
  if (schema.type === "boolean" && value === "false") return false;
  return value;
}
