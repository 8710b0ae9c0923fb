export type Leaf = { path: string[]; value: string | number };

/** All texts and numbers in a JSON value, with their paths. */
export function leavesOf(value: unknown, path: string[] = []): Leaf[] {
  if (typeof value === "string" || typeof value === "number") return [{ path, value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** The value with every text and number replaced. */
export function mapLeaves(value: unknown, change: (leaf: string | number) => string | number): unknown {
  if (typeof value === "string" || typeof value === "number") return change(value);
  if (Array.isArray(value)) return value.map((inner) => mapLeaves(inner, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapLeaves(inner, change)]));
}
