import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/** The value at a dotted path like `post.id`; `payload.post.id` means the same. Only what the object itself has. */
export function valueAt(payload: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = payload;
  for (const name of path.replace(/^payload\./, "").split(".")) {
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** A value as the name of a group: equal values make one group, nothing at all is the group without a name. */
export function groupNameAt(payload: JsonObject, path: string): string {
  if (!path) return "";
  const value = valueAt(payload, path);
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
