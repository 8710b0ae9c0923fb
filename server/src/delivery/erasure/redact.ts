import { isJsonObject, type Json } from "../../foundation/json.ts";

/** The replacement of an address. */
export const REDACTED = "[erased]";

/** Bytes of the texts that a process reads, redacts and stores at once. */
export const MAX_BYTES_AT_ONCE = 8_000_000;

const PHONE = /^\+?[0-9 ()-]{7,}$/;

/** Whether the text is a telephone number or has the form of an e-mail address. */
export function isContact(text: string): boolean {
  return text.includes("@") || PHONE.test(text);
}

export type Redact = (value: Json) => Json;

/**
 * Replaces addresses in the texts, numbers and keys of JSON values, whatever their case; anything else stays as it is. An address is
 * found as it is and percent-encoded, as in a URL. A telephone number is also found by its digits alone, in texts and as a number.
 */
export function createRedact(addresses: readonly string[]): Redact {
  if (addresses.length === 0) return (value) => value;
  const numbers = new Set(addresses.flatMap((address) => digitsOf(address) ?? []));
  const forms = addresses.flatMap((address) => encodedForms(address).map(escaped));
  // Digits that are part of a longer number are another number.
  const digits = [...numbers].map((number) => `(?:\\+|%2B)?(?<![0-9])${number}(?![0-9])`);
  const pattern = new RegExp([...forms, ...digits].join("|"), "giu");
  const clean = (text: string) => text.replace(pattern, REDACTED);
  const redacted = (value: Json): Json => {
    if (typeof value === "string") return clean(value);
    if (typeof value === "number") return numbers.has(String(value)) ? REDACTED : value;
    if (Array.isArray(value)) return value.map(redacted);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [clean(key), redacted(member)]));
  };
  return redacted;
}

/**
 * Patterns of LIKE for what contains one of the addresses, in JSON or as it is: two for an e-mail address, at most three for a telephone
 * number.
 */
export function patternsOf(addresses: readonly string[]): string[] {
  const forms = addresses.flatMap((address) => {
    const digits = digitsOf(address) ?? [];
    const encoded = encodedForms(address).flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
    return [...digits, ...encoded.filter((form) => digits.length === 0 || !form.includes(digits[0]))];
  });
  return [...new Set(forms)].map((form) => `%${form.replace(/[\\%_]/g, "\\$&")}%`);
}

/** The address as it is, and as a client encodes it for a URL: by `encodeURIComponent`, or as a form does. */
function encodedForms(address: string): string[] {
  const form = new URLSearchParams([["", address]]).toString().slice(1);
  return [...new Set([address, encodeURIComponent(address.replace(/\p{Surrogate}/gu, "\ufffd")), form])];
}

/** The digits of a telephone number, in a list; undefined for other addresses. */
function digitsOf(address: string): [string] | undefined {
  const digits = PHONE.test(address) ? address.replace(/[^0-9]/g, "") : "";
  return digits.length >= MIN_DIGITS ? [digits] : undefined;
}

const MIN_DIGITS = 7;

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
