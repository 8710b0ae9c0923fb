import { member } from "./variable-names.ts";

/** A value that a text may use. */
export type Variable = {
  /** `payload.items[0].name`. */
  path: string;
  /** A word for people: text, number, list … */
  type: string;
  description?: string;
  example?: string;
};

type Schema = Record<string, unknown>;

const MAX_DEPTH = 8;
const MAX_VARIABLES = 1_000;
const MAX_EXAMPLE_CHARACTERS = 60;

/**
 * The variables of a JSON Schema: every value, list, and object of unknown members. An object with known members is listed
 * by these.
 */
export function variablesOf(schema: object | undefined): Variable[] {
  const found: Variable[] = [];
  for (const [name, one] of membersOf(schema)) add(found, { path: name, schema: one, depth: 1 });
  return found;
}

type Place = { path: string; schema: unknown; depth: number };

function add(found: Variable[], { path, schema, depth }: Place): void {
  if (found.length >= MAX_VARIABLES || depth > MAX_DEPTH) return;
  const members = membersOf(schema);
  if (members.length === 0 && !isEmpty(schema)) found.push(describe(path, schema));
  for (const [name, one] of members) add(found, { path: path + member(name), schema: one, depth: depth + 1 });
  const items = itemsOf(schema);
  if (items !== undefined) add(found, { path: `${path}[0]`, schema: items, depth: depth + 1 });
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schema and its alternatives. */
function formsOf(schema: unknown, depth = 0): Schema[] {
  if (!isSchema(schema) || depth > MAX_DEPTH) return [];
  const others = [schema.allOf, schema.anyOf, schema.oneOf].filter(Array.isArray).flat();
  return [schema, ...others.flatMap((one) => formsOf(one, depth + 1))];
}

function membersOf(schema: unknown): [string, unknown][] {
  const all = formsOf(schema).flatMap(({ properties }) =>
    isSchema(properties) ? Object.entries(properties) : [],
  );
  return [...new Map(all)];
}

const itemsOf = (schema: unknown): unknown =>
  formsOf(schema)
    .map(({ items }) => items)
    .find(isSchema);

/** True for an object that can have no members. */
const isEmpty = (schema: unknown): boolean =>
  isSchema(schema) && schema.type === "object" && schema.additionalProperties === false;

function describe(path: string, schema: unknown): Variable {
  const forms = formsOf(schema);
  const first = <Key extends string>(key: Key) =>
    forms.map((form) => form[key]).find((one) => one !== undefined);
  const description = first("description") ?? first("title");
  const example = exampleOf(forms);
  return {
    path,
    type: typeWord(first("type"), first("format"), schema),
    ...(typeof description === "string" ? { description } : {}),
    ...(example === undefined ? {} : { example: example.slice(0, MAX_EXAMPLE_CHARACTERS) }),
  };
}

function exampleOf(forms: readonly Schema[]): string | undefined {
  for (const { example, examples, const: only, default: usual, enum: choices } of forms) {
    if (Array.isArray(choices)) return choices.map((one) => JSON.stringify(one)).join(", ");
    const value = [example, Array.isArray(examples) ? examples[0] : undefined, only, usual].find(
      (one) => one !== undefined,
    );
    if (value !== undefined) return JSON.stringify(value);
  }
  return undefined;
}

const WORDS: Record<string, string> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "true or false",
  array: "list",
  object: "object",
  null: "nothing",
};

function typeWord(type: unknown, format: unknown, schema: unknown): string {
  if (type === "string" && (format === "date-time" || format === "date")) return "moment";
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== "null");
  if (types.length === 1 && typeof types[0] === "string") return WORDS[types[0]] ?? "any value";
  return itemsOf(schema) ? "list" : "any value";
}
