import { type ByteLimitName, LIMITS, type Limits, readable } from "./limits.ts";

export type JsonObject = Record<string, unknown>;

/** Keywords whose value is a schema, a list of schemas, or a map of them; all other keywords are copied unchanged. */
const ONE = new Set(["items", "additionalProperties", "not"]);
const MANY = new Set(["anyOf", "allOf", "oneOf"]);
const NAMED = new Set(["properties", "patternProperties"]);

/** Prints schemas for an OpenAPI document: a titled schema once, in `components.schemas`, and by reference elsewhere. */
export class SchemaPrinter {
  readonly components: JsonObject = {};
  readonly #printed = new Map<string, string>();
  readonly #limits: Limits;

  /** @param limits the effective limits of the installation; schemas contain only their names. */
  constructor(limits: Limits = LIMITS) {
    this.#limits = limits;
  }

  print(schema: object): JsonObject {
    const object = schema as JsonObject;
    if (typeof object.$ref === "string") return this.#printReference(object, object.$ref);
    const name = object.title ?? object.$id;
    return typeof name === "string" ? this.#printNamed(name, object) : this.#printPlain(object);
  }

  /** A recursive record has the form `{$defs: {Name: …}, $ref: "Name"}` and refers to itself as `{$ref: "Name"}`. */
  #printReference(schema: JsonObject, name: string): JsonObject {
    for (const [defined, definition] of Object.entries((schema.$defs as JsonObject | undefined) ?? {})) {
      this.#printNamed(defined, definition as JsonObject);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Compares schemas as text: TypeBox copies a schema to make it optional. */
  #printNamed(name: string, schema: JsonObject): JsonObject {
    const before = this.#printed.get(name);
    const text = JSON.stringify(schema);
    if (before === undefined) {
      this.#printed.set(name, text);
      this.components[name] = {};
      this.components[name] = this.#printPlain(schema);
    } else if (before !== text) {
      throw new Error(`Two different schemas have the title ${name}`);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #printPlain(schema: JsonObject): JsonObject {
    const printed: JsonObject = {};
    const { maxBytes, ...keywords } = schema;
    for (const [keyword, value] of Object.entries(keywords)) {
      if (keyword !== "$id") printed[keyword] = this.#printKeyword(keyword, value);
    }
    if (maxBytes !== undefined) {
      const limit = `At most ${readable(this.#limits[maxBytes as ByteLimitName])} bytes of JSON.`;
      printed.description = [schema.description, limit].filter(Boolean).join(" ");
    }
    return asMap(printed);
  }

  #printKeyword(keyword: string, value: unknown): unknown {
    if (MANY.has(keyword)) return (value as object[]).map((schema) => this.print(schema));
    if (typeof value !== "object" || value === null) return value;
    if (ONE.has(keyword)) return this.print(value);
    if (NAMED.has(keyword)) {
      return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, this.print(schema)]));
    }
    return value;
  }
}

/** TypeBox expresses "any key" as a pattern; OpenAPI tools expect `additionalProperties`. */
function asMap(printed: JsonObject): JsonObject {
  const { patternProperties, ...rest } = printed;
  const anyKey = (patternProperties as JsonObject | undefined)?.["^.*$"];
  return anyKey === undefined ? printed : { ...rest, additionalProperties: anyKey };
}
