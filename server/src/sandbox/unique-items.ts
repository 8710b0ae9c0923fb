import type { FuncKeywordDefinition } from "ajv";

/** `uniqueItems` in linear time. Ajv compares each item with each other one: 90,000 numbers took 9.9 seconds. */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  validate: (isWanted: boolean, items: readonly unknown[]) => !isWanted || areUnique(items),
  error: { message: "must NOT have duplicate items" },
};

function areUnique(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) seen.add(nameOf(item));
  return seen.size === items.length;
}

/** Equal for equal JSON: a text stands for itself with its type, an object for its sorted members. */
function nameOf(item: unknown): unknown {
  if (typeof item === "string") return `"${item}`;
  return typeof item === "object" && item !== null ? JSON.stringify(sorted(item)) : item;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sorted(member), 0]);
}
