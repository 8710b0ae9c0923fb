/**
 * The word the wire puts before the in-house names: `svc-email`, `svc-cloud`. The specification says `svc`; the
 * field's clients say `novu`. Inside the service only the neutral word exists; this file is the one place that
 * knows the other.
 */
export type Brand = string;

/** The specification's neutral word, and the only one the service knows inside. */
export const NEUTRAL_BRAND = "svc";

/** `svc` → `novu`, `svc-email` → `novu-email`; every other text stays as it is. */
export function toBrand(text: string, brand: Brand): string {
  return rename(text, NEUTRAL_BRAND, brand);
}

/** `novu-email` → `svc-email`; every other text stays as it is. */
export function fromBrand(text: string, brand: Brand): string {
  return rename(text, brand, NEUTRAL_BRAND);
}

/**
 * A schema, or a document of schemas, whose closed lists speak the brand. A plain copy: for validating what comes in
 * and for printing, not for taking types from.
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
