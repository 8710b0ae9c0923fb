import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";

/** More than any payload needs; compiling takes about 0.3 ms for each keyword. */
const MAX_SCHEMA_NODES = 10_000;

/** Keywords whose value is data, not a schema. */
const DATA_KEYWORDS = new Set(["default", "const", "enum", "examples", "required"]);
/** Keywords whose value maps the caller's names to schemas: a property may be named `$id`. */
const NAMED_SCHEMAS = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "$defs",
  "dependencies",
  "dependentSchemas",
]);
const REFUSED_KEYWORDS = ["$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef"];

type SchemaPlace = { node: Json; path: string; isRoot: boolean; isMap: boolean };

/**
 * The first rule that a payload schema breaks, as a sentence; undefined if it breaks none. A schema must be
 * self-contained: an inner `$id` changes the meaning of references (two that refer to each other sent Ajv 8.20.0 into
 * an
 * endless loop), and a reference to another document cannot be resolved.
 */
export function schemaRuleProblem(schema: JsonObject): string | undefined {
  const ahead: SchemaPlace[] = [{ node: schema, path: "#", isRoot: true, isMap: false }];
  for (let nodes = 1; ; nodes += 1) {
    const place = ahead.pop();
    if (!place) return undefined;
    if (nodes + ahead.length > MAX_SCHEMA_NODES) return `it has more than ${MAX_SCHEMA_NODES} parts`;
    const problem = place.isMap ? undefined : keywordProblem(place);
    if (problem) return problem;
    ahead.push(...innerPlaces(place));
  }
}

function keywordProblem({ node, path, isRoot }: SchemaPlace): string | undefined {
  if (!isJsonObject(node)) return undefined;
  if (!isRoot && node.$id !== undefined) return `"$id" may stand at its root only, not at ${path}`;
  const refused = REFUSED_KEYWORDS.find((keyword) => node[keyword] !== undefined);
  if (refused) return `"${refused}" is not available (at ${path})`;
  const { $ref } = node;
  const leaves = typeof $ref === "string" && !$ref.startsWith("#");
  return leaves ? `"$ref" must begin with "#": it may not leave the schema (at ${path})` : undefined;
}

function innerPlaces({ node, path, isMap }: SchemaPlace): SchemaPlace[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node)
    .filter(([name]) => isMap || !DATA_KEYWORDS.has(name))
    .filter(([, value]) => typeof value === "object" && value !== null)
    .map(([name, value]) => ({
      node: value as Json,
      path: `${path}/${name}`.slice(0, 200),
      isRoot: false,
      isMap: !isMap && !Array.isArray(node) && NAMED_SCHEMAS.has(name),
    }));
}
