import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/**
 * The value behind these names, through objects and lists (`["items", "0", "id"]`); undefined when there is none. Own
 * properties only, so that no path reaches a prototype.
 */
export function walkPath(root: unknown, names: readonly string[]): unknown {
  let value = root;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/**
 * The value at a dotted path through objects, not lists: `post.id`. A prefix `payload.` is ignored.
 */
export function objectValueAt(payload: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = payload;
  for (const name of path.replace(/^payload\./, "").split(".")) {
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** The value at the path as the name of a group: equal values form one group; no value is the group "". */
export function groupNameAt(payload: JsonObject, path: string): string {
  if (!path) return "";
  const value = objectValueAt(payload, path);
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
