/**
 * What people and address books write between the digits: RFC 3966 calls hyphens, dots and parentheses visual separators; besides,
 * spaces, slashes, dashes of Unicode, and the invisible marks of text direction that are copied with a number.
 */
const SEPARATORS = /[\s()./\u00ad\u00b7\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u2010-\u2015\u2212-]/g;
/** `tel:` (RFC 3966), or the prefix of another channel such as `whatsapp:`. */
const SCHEME = /^([a-z]{2,20}):/i;

/**
 * A telephone number without its separators and without `tel:`, as vendors take it; a text that is no number is not changed (the
 * name of a sender, an id of a vendor). The `(0)` of an international number is not dialed, and RFC 3966's parameters (`;ext=1`) are
 * no part of it.
 */
export function dialable(text: string): string {
  const [prefix = "", scheme = ""] = SCHEME.exec(text.trim()) ?? [];
  const isTel = scheme.toLowerCase() === "tel";
  const written = text.trim().slice(prefix.length).normalize("NFKC");
  const number = numberIn(written);
  if (number === undefined) return text;
  return isTel ? number : prefix + number;
}

function numberIn(written: string): string | undefined {
  const isGlobal = /^[^\d+]*\+/.test(written);
  const plain = isGlobal ? written.replace(/;.*$/s, "").replace(/\(0\)/, "") : written;
  const number = plain.replace(SEPARATORS, "");
  return /^\+?\d+$/.test(number) ? number : undefined;
}
