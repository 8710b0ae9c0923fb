import { toValue } from "liquidjs";

/** As Liquid prints; objects as a fixed text, because `String` would call a payload's own `toString`. */
export function textOf(printed: unknown): string {
  const value: unknown = toValue(printed);
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(textOf).join("");
  return typeof value === "object" ? "[object Object]" : String(value);
}
