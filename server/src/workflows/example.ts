import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";

const DEEPEST = 20;
/** A payload schema can have 10,000 parts; an example has at most this many values. */
const MAX_VALUES = 1_000;
/** An example text contains the path of its variable, so a long name would be repeated for every variable below it. */
const MAX_NAME_CHARACTERS = 40;

/** The number of values that may still be generated. */
type Budget = { left: number };

/**
 * Generates an example value for a JSON Schema, for previews without a real payload. An example text names its
 * variable.
 * Only properties, items, default, const, examples, enum and type are used.
 */
export function exampleOf(
  schema: Json | undefined,
  path: readonly string[],
  budget: Budget = { left: MAX_VALUES },
): Json {
  budget.left -= 1;
  if (!isJsonObject(schema) || path.length > DEEPEST) return placeholder(path);
  const { default: usual, examples, enum: allowed, const: fixed } = schema;
  const said = usual ?? fixed ?? firstOf(examples) ?? firstOf(allowed);
  return said ?? ofType(schema, path, budget);
}

function ofType(schema: JsonObject, path: readonly string[], budget: Budget): Json {
  const { properties, items } = schema;
  switch (typeOf(schema)) {
    case "object":
      return isJsonObject(properties) ? objectOf(properties, path, budget) : {};
    case "array":
      return [exampleOf(items, [...path, "0"], budget)];
    case "number":
    case "integer":
      return 1;
    case "boolean":
      return true;
    default:
      return placeholder(path);
  }
}

/** `fromEntries`, because an assignment to a property named `__proto__` would set the prototype. */
function objectOf(properties: JsonObject, path: readonly string[], budget: Budget): JsonObject {
  const made: [string, Json][] = [];
  for (const [name, inner] of Object.entries(properties)) {
    if (budget.left <= 0) break;
    made.push([name, exampleOf(inner, [...path, name], budget)]);
  }
  return Object.fromEntries(made);
}

function typeOf({ type, properties, items }: JsonObject): Json | undefined {
  if (Array.isArray(type)) return type.find((one) => one !== "null");
  if (type !== undefined && type !== null) return type;
  if (isJsonObject(properties)) return "object";
  return isJsonObject(items) ? "array" : undefined;
}

function firstOf(list: Json | undefined): Json | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}

function placeholder(path: readonly string[]): string {
  return `{{${path.map((name) => name.slice(0, MAX_NAME_CHARACTERS)).join(".")}}}`;
}
