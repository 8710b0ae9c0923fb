/**
 * The prefix of the service's own names on the wire: `svc-email`, `svc-cloud`. The specification uses `svc`, Novu's
 * clients use `novu`. The service uses only `svc` internally; this file does the conversion.
 */
export type Brand = string;

/** The specification's neutral prefix, the only one used inside the service. */
export const NEUTRAL_BRAND = "svc";

/** `svc` → `novu`, `svc-email` → `novu-email`; other texts stay unchanged. */
export function toBrand(text: string, brand: Brand): string {
  return rename(text, NEUTRAL_BRAND, brand);
}

/** `novu-email` → `svc-email`; other texts stay unchanged. */
export function fromBrand(text: string, brand: Brand): string {
  return rename(text, brand, NEUTRAL_BRAND);
}

/**
 * A copy of a schema, or of a document of schemas, with the brand in its enums. Use it for validation and printing, not
 * for types.
 */
export function schemaInBrand<S extends object>(schema: S, brand: Brand): S {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "enum" && Array.isArray(value) ? value.map((word: string) => toBrand(word, brand)) : value,
  ) as S;
}

function rename(text: string, from: string, to: string): string {
  if (text === from) return to;
  return text.startsWith(`${from}-`) ? to + text.slice(from.length) : text;
}
