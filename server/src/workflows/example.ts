import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";

const DEEPEST = 20;

/**
 * A value that a JSON Schema might describe, for looking at texts before there is a real one. A text says which
 * variable it stands for. Only properties, items, default, enum and types are heeded.
 */
export function exampleOf(schema: Json | undefined, path: readonly string[]): Json {
  if (!isJsonObject(schema) || path.length > DEEPEST) return placeholder(path);
  const { default: usual, examples, enum: allowed, const: fixed } = schema;
  const said = usual ?? fixed ?? firstOf(examples) ?? firstOf(allowed);
  return said ?? ofType(schema, path);
}

function ofType(schema: JsonObject, path: readonly string[]): Json {
  const { properties, items } = schema;
  switch (typeOf(schema)) {
    case "object":
      return objectOf(isJsonObject(properties) ? properties : {}, path);
    case "array":
      return [exampleOf(items, [...path, "0"])];
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
function objectOf(properties: JsonObject, path: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, exampleOf(inner, [...path, name])]),
  ) as JsonObject;
}

function typeOf({ type, properties, items }: JsonObject): Json | undefined {
  if (Array.isArray(type)) return type.find((one) => one !== "null");
  return type ?? (isJsonObject(properties) ? "object" : isJsonObject(items) ? "array" : undefined);
}

function firstOf(list: Json | undefined): Json | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}

function placeholder(path: readonly string[]): string {
  return `{{${path.join(".")}}}`;
}
