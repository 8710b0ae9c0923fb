import { isObject } from "../app/json-object.ts";

/** A field that the form draws for a member of the payload. */
export type PayloadField = {
  readonly path: readonly string[];
  /** The path with dots, as templates write it. */
  readonly name: string;
  readonly kind: "text" | "number" | "boolean" | "choice" | "json";
  readonly choices: readonly string[];
  readonly help: string | undefined;
  readonly isRequired: boolean;
};

/** Deeper objects are one field with JSON. */
const MAX_DEPTH = 4;

/** The fields of a JSON Schema of an object; none if it does not name members. */
export function fieldsOf(schema: unknown, path: readonly string[] = []): PayloadField[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).flatMap(([key, member]) => {
    const own = [...path, key];
    const inner = own.length < MAX_DEPTH ? fieldsOf(member, own) : [];
    return inner.length > 0 ? inner : [fieldOf(own, member, required.includes(key))];
  });
}

function fieldOf(path: readonly string[], member: unknown, isRequired: boolean): PayloadField {
  const schema = isObject(member) ? member : {};
  const { description, type } = schema;
  const choices = Array.isArray(schema.enum) ? schema.enum : [];
  const isChoice = choices.length > 0 && choices.every((one) => typeof one === "string");
  return {
    path,
    name: path.join("."),
    kind: isChoice ? "choice" : kindOf(type),
    choices: isChoice ? choices : [],
    help: typeof description === "string" ? description : undefined,
    isRequired,
  };
}

function kindOf(type: unknown): PayloadField["kind"] {
  if (type === "string") return "text";
  if (type === "number" || type === "integer") return "number";
  return type === "boolean" ? "boolean" : "json";
}

/** The member at a path; undefined if there is none. */
export function valueAt(payload: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    payload,
  );
}

/** The payload with another value at a path; undefined removes the member. */
export function withValue(
  payload: Record<string, unknown>,
  [key = "", ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const inner = Object.hasOwn(payload, key) ? payload[key] : undefined;
  const next = rest.length > 0 ? withValue(isObject(inner) ? inner : {}, rest, value) : value;
  const others = Object.entries(payload).filter(([name]) => name !== key);
  if (next === undefined) return Object.fromEntries(others);
  // The place of a member that exists stays.
  return Object.hasOwn(payload, key)
    ? Object.fromEntries(Object.entries(payload).map(([name, one]) => [name, name === key ? next : one]))
    : Object.fromEntries([...others, [key, next]]);
}
