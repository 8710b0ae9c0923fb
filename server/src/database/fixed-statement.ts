import pg from "pg";
import type { Sql } from "sql-template-tag";
import type { Statement } from "./database.ts";

/** Stands for a parameter while a statement is composed; NUL is in no text of the database. */
const MARK = "\0parameter ";

/**
 * A statement that is composed once; each execution only gives its parameters. `compose` gets a placeholder for each
 * parameter, in the order of `names`, and uses it as it would use the value. Every other value becomes a literal of the
 * text.
 */
export function fixedStatement<Name extends string>(
  names: readonly Name[],
  compose: (placeholders: Record<Name, string>) => Sql,
): (values: Record<Name, string>) => Statement {
  const marked = names.map((name) => [name, MARK + name] as const);
  const { strings, values } = compose(Object.fromEntries(marked) as Record<Name, string>);
  const places = new Map<unknown, string>(marked.map(([, mark], at) => [mark, `$${at + 1}`]));
  const shown = values.map((value) => places.get(value) ?? literalOf(value));
  const text = strings.map((part, at) => part + (shown[at] ?? "")).join("");
  return (given) => ({ text, values: names.map((name) => given[name]) });
}

function literalOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return pg.escapeLiteral(value);
  if (Array.isArray(value)) return `array[${value.map(literalOf).join(", ")}]`;
  throw new Error(`a fixed statement cannot have a value of type ${typeof value}`);
}
