import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";

const DEEPEST = 20;
/** A payload schema can have 10,000 parts; what comes after these is left out. */
const MOST_VALUES = 1_000;
/** A text names its variable, so one long name would be written again for everything inside of it. */
const MOST_NAME_CHARACTERS = 40;

/** How many values may still be made. */
type Budget = { left: number };

/**
 * A value that a JSON Schema might describe, for looking at texts before there is a real one. A text says which
 * variable it stands for. Only properties, items, default, const, examples, enum and types are heeded.
 */
export function exampleOf(
  schema: Json | undefined,
  path: readonly string[],
  budget: Budget = { left: MOST_VALUES },
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

/** fromEntries defines properties; an assignment would trip over one named __proto__. */
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
  return type ?? (isJsonObject(properties) ? "object" : isJsonObject(items) ? "array" : undefined);
}

function firstOf(list: Json | undefined): Json | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}

function placeholder(path: readonly string[]): string {
  return `{{${path.map((name) => name.slice(0, MOST_NAME_CHARACTERS)).join(".")}}}`;
}
