/** What kind of values a variable has; `any` if the schema does not say. */
export type VariableType = "text" | "number" | "boolean" | "moment" | "list" | "any";
export type Variable = { readonly path: string; readonly type: VariableType };

const MOST = 500;
const DEEPEST = 8;

/** The variables of a step's JSON Schema, the payload's first; objects whose members are not known are variables, too. */
export function variablesOf(schema: unknown): readonly Variable[] {
  const found: Variable[] = [];
  collect(schema, "", found);
  return found.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, MOST);
}

const ORDER = ["payload", "subscriber", "steps"];

function rankOf({ path }: Variable): number {
  const rank = ORDER.indexOf(path.split(".")[0] ?? "");
  return rank === -1 ? ORDER.length : rank;
}

function collect(schema: unknown, path: string, found: Variable[]): void {
  const properties = membersOf(schema, "properties");
  const names = Object.keys(properties);
  if (names.length === 0 || path.split(".").length > DEEPEST) {
    if (path !== "" && !isClosed(schema)) found.push({ path, type: typeOf(schema) });
    return;
  }
  for (const name of names) {
    if (found.length > MOST) return;
    collect(properties[name], path === "" ? name : `${path}.${name}`, found);
  }
}

/** An object that has no members at all. */
const isClosed = (schema: unknown): boolean =>
  membersOf({ schema }, "schema").type === "object" &&
  membersOf({ schema }, "schema").additionalProperties === false;

function membersOf(schema: unknown, name: string): Readonly<Record<string, unknown>> {
  const found =
    typeof schema === "object" && schema !== null ? (schema as Record<string, unknown>)[name] : undefined;
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
}

const TYPES: Readonly<Record<string, VariableType>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
  array: "list",
};

function typeOf(schema: unknown): VariableType {
  const { type, format } = membersOf({ schema }, "schema");
  const names = (Array.isArray(type) ? type : [type]).filter((one) => one !== "null");
  if (names.length !== 1) return "any";
  if (names[0] === "string" && (format === "date-time" || format === "date")) return "moment";
  return Object.hasOwn(TYPES, String(names[0])) ? (TYPES[String(names[0])] ?? "any") : "any";
}
