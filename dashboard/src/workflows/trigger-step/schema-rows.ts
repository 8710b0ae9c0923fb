import { isAbsent, isObject, jsonOrText, type Members, textOfJson } from "../fields/json.ts";

/** The types that a row can choose. */
export const ROW_TYPES = ["string", "number", "integer", "boolean", "object", "array"] as const;
export type RowType = (typeof ROW_TYPES)[number];

/** A member of the payload as a row. */
export type SchemaRow = {
  readonly path: readonly string[];
  /** `any` without a type; `other` for one that the row cannot choose, such as a list of types. */
  readonly type: RowType | "any" | "other";
  readonly isRequired: boolean;
  /** The default value, or the first example, as text. */
  readonly example: string;
};

/** Rows of deeper members are left to the JSON. */
const MAX_DEPTH = 8;

/** Whether the schema is one of an object, so that its members can be rows. */
export const hasRows = (schema: Members): boolean =>
  (schema.type === undefined || schema.type === "object") &&
  (schema.properties === undefined || isObject(schema.properties));

/** The members of the payload, each before what is in it. */
export function rowsOf(schema: Members, path: readonly string[] = []): SchemaRow[] {
  if (path.length >= MAX_DEPTH) return [];
  return Object.entries(propertiesOf(schema)).flatMap(([name, member]) => {
    const own = [...path, name];
    return [rowOf(own, member, schema), ...rowsOf(isObject(member) ? member : {}, own)];
  });
}

function rowOf(path: readonly string[], member: unknown, parent: Members): SchemaRow {
  const schema = isObject(member) ? member : {};
  const { required } = parent;
  return {
    path,
    type: typeOf(schema),
    isRequired: Array.isArray(required) && required.includes(path.at(-1)),
    example: textOfJson(exampleIn(schema)),
  };
}

function typeOf({ type, ...schema }: Members): SchemaRow["type"] {
  const known = ROW_TYPES.find((one) => one === type);
  if (known) return known;
  const isPlain = type === undefined && !("anyOf" in schema || "oneOf" in schema || "$ref" in schema);
  return isPlain ? "any" : "other";
}

const propertiesOf = ({ properties }: Members): Members => (isObject(properties) ? properties : {});

function exampleIn({ default: usual, examples }: Members): unknown {
  return usual === undefined && Array.isArray(examples) ? examples[0] : usual;
}

/** The schema with the member at a path changed by `change`; everything else in it stays. */
function changedAt(schema: Members, path: readonly string[], change: (member: Members) => Members): Members {
  const [name, ...rest] = path;
  if (name === undefined) return change(schema);
  const properties = propertiesOf(schema);
  const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const next = changedAt(isObject(member) ? member : {}, rest, change);
  return { ...schema, properties: { ...properties, [name]: next } };
}

const without = (members: Members, ...names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

/** Another type. `any` is no type. */
export const withType = (schema: Members, path: readonly string[], type: SchemaRow["type"]): Members =>
  changedAt(schema, path, (member) => (type === "any" ? without(member, "type") : { ...member, type }));

export function withRequired(schema: Members, path: readonly string[], isRequired: boolean): Members {
  const name = path.at(-1);
  return changedAt(schema, path.slice(0, -1), (parent) => {
    const others = namesIn(parent.required).filter((one) => one !== name);
    const required = isRequired ? [...others, name] : others;
    return required.length > 0 ? { ...parent, required } : without(parent, "required");
  });
}

const namesIn = (required: unknown): readonly unknown[] => (Array.isArray(required) ? required : []);

/** Another example; where the member has a default value, another default. An empty text removes it. */
export const withExample = (schema: Members, path: readonly string[], text: string): Members =>
  changedAt(schema, path, (member) => {
    const value = member.type === "string" ? text : jsonOrText(text);
    if ("default" in member) return text === "" ? without(member, "default") : { ...member, default: value };
    const others = Array.isArray(member.examples) ? member.examples.slice(1) : [];
    const examples = text === "" ? others : [value, ...others];
    return examples.length > 0 ? { ...member, examples } : without(member, "examples");
  });

/** Whether a member can have this name: it is not empty, and no other one beside it has it. */
export function isFreeName(schema: Members, path: readonly string[], name: string): boolean {
  const beside = rowsOf(schema).filter((row) => isBeside(row.path, path) && !isSamePath(row.path, path));
  return name.trim() !== "" && !beside.some((row) => row.path.at(-1) === name);
}

const isSamePath = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, at) => name === other[at]);
const isBeside = (one: readonly string[], other: readonly string[]): boolean =>
  isSamePath(one.slice(0, -1), other.slice(0, -1));

/** The member under another name, at its place. */
export function withName(schema: Members, path: readonly string[], name: string): Members {
  const before = path.at(-1);
  const renamed = (one: unknown) => (one === before ? name : one);
  return changedAt(schema, path.slice(0, -1), (parent) => ({
    ...parent,
    properties: Object.fromEntries(
      Object.entries(propertiesOf(parent)).map(([one, member]) => [renamed(one), member]),
    ),
    ...(Array.isArray(parent.required) ? { required: parent.required.map(renamed) } : {}),
  }));
}

export function withoutRow(schema: Members, path: readonly string[]): Members {
  const name = path.at(-1) ?? "";
  const optional = withRequired(schema, path, false);
  return changedAt(optional, path.slice(0, -1), (parent) => ({
    ...parent,
    properties: without(propertiesOf(parent), name),
  }));
}

/** A new member in the object at a path, with a name that is free. */
export function withNewRow(schema: Members, path: readonly string[]): Members {
  return changedAt(schema, path, (parent) => {
    const properties = propertiesOf(parent);
    const candidates = ["field", ...Object.keys(properties).map((_, at) => `field${at + 2}`)];
    const name = candidates.find((one) => !Object.hasOwn(properties, one)) ?? "field";
    return { ...parent, type: "object", properties: { ...properties, [name]: { type: "string" } } };
  });
}

/** A payload that fits the schema, for calls to copy: defaults, examples, or a value of the type. */
export function examplePayload(schema: Members, depth = 0): unknown {
  const { enum: words, type, properties } = schema;
  const given = exampleIn(schema) ?? (Array.isArray(words) ? words[0] : undefined);
  if (!isAbsent(given)) return given;
  if (type === "object" || isObject(properties))
    return Object.fromEntries(
      Object.entries(depth < MAX_DEPTH ? propertiesOf(schema) : {}).map(([name, member]) => [
        name,
        examplePayload(isObject(member) ? member : {}, depth + 1),
      ]),
    );
  if (type === "number" || type === "integer") return 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  return typeof schema.format === "string" ? (OF_FORMAT[schema.format] ?? "text") : "text";
}

const OF_FORMAT: Readonly<Record<string, string>> = {
  "date-time": "2030-01-01T09:00:00Z",
  date: "2030-01-01",
  email: "ada@example.com",
  uri: "https://example.com",
};
