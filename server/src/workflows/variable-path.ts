import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";

/** Splits a template's variable into its parts: `payload.items[0].name` is payload, items, 0, name. */
export function pathOf(variable: string): string[] {
  const root = /^[^.[]*/.exec(variable)?.[0] ?? "";
  const steps = variable.slice(root.length).matchAll(STEP);
  return [root, ...[...steps].map(([, plain, index, quoted]) => plain ?? index ?? quoted ?? "")];
}

/** `.name`, `[0]`, `[*]` (itself a variable) or `["any text"]`. */
const STEP = /\.([^.[]+)|\[(\d+|\*)\]|\["(.*?)"\](?=[.[]|$)/gs;

/** Properties that Liquid provides for every list, text and object. */
const OF_EVERYTHING = ["size", "first", "last"];

/**
 * Whether a value of the schema can have the path. Only a name that is clearly excluded is refused: one that an object
 * without additional properties does not list.
 */
export function allowsPath(schema: JsonObject, path: readonly string[]): boolean {
  let here: Json | undefined = schema;
  for (const name of path) {
    if (!isJsonObject(here)) return true;
    const known = propertyOf(here, name);
    if (known === undefined && isClosed(here) && name !== "*" && !OF_EVERYTHING.includes(name)) return false;
    here = known ?? (isIndex(name) ? here.items : undefined);
  }
  return true;
}

function propertyOf({ properties }: JsonObject, name: string): Json | undefined {
  return isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Other keywords may allow further properties, so a schema with one of them counts as open. */
function isClosed(schema: JsonObject): boolean {
  const others = ["$ref", "anyOf", "oneOf", "allOf", "patternProperties", "if", "items"];
  return schema.additionalProperties === false && !others.some((keyword) => keyword in schema);
}

function isIndex(name: string): boolean {
  return name === "*" || name === "first" || name === "last" || /^\d+$/.test(name);
}
