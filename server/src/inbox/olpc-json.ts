import type { Json } from "../foundation/json.ts";

/**
 * Canonical JSON as the OLPC project defines it (http://wiki.laptop.org/go/Canonical_JSON), which Novu's clients sign: keys
 * in the order of their code units, no white space, and in texts only `"` and `\` are escaped. The form has no numbers with
 * fractions; such a number is written as JavaScript writes it.
 */
export function olpcJson(value: Json): string {
  if (typeof value === "string") return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(olpcJson).join(",")}]`;
  const members = Object.keys(value)
    .sort((one, other) => (one < other ? -1 : 1))
    .map((name) => `${olpcJson(name)}:${olpcJson(value[name] ?? null)}`);
  return `{${members.join(",")}}`;
}
