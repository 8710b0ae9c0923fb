import { isJsonObject, type Json } from "../../foundation/json.ts";

/** The replacement of an address. */
export const REDACTED = "[erased]";

/** Replaces addresses in the texts and keys of a JSON value, whatever their case; anything else stays as it is. */
export function redact(value: Json, addresses: readonly string[]): Json {
  const pattern = new RegExp(addresses.map(escaped).join("|"), "giu");
  return addresses.length > 0 ? redacted(value, (text) => text.replace(pattern, REDACTED)) : value;
}

function redacted(value: Json, clean: (text: string) => string): Json {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, clean));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [clean(key), redacted(member, clean)]),
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
