import { isJsonObject, type Json } from "../../foundation/json.ts";

/** The replacement of an address. */
export const REDACTED = "[erased]";

/** Bytes of the texts that a process reads, redacts and stores at once. */
export const MAX_BYTES_AT_ONCE = 8_000_000;

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

/** Patterns of LIKE for what contains one of the texts, in JSON or as it is. */
export function patternsOf(texts: readonly string[]): string[] {
  const forms = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return [...new Set(forms)].map((form) => `%${form.replace(/[\\%_]/g, "\\$&")}%`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
