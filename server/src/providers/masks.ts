/** Shown in place of every secret, whatever its length. If a client sends it back, the stored secret is kept. */
export const MASK = "••••••••";

/** Whether a text contains a mask, or consists only of its character: a damaged mask can, a real secret does not. */
export function isMaskLike(text: string): boolean {
  return text.includes(MASK) || /^\s*•+\s*$/.test(text);
}

/** A URL reduced to its origin, with a mask for the rest (path, query, user and password). */
export function shownAddress(text: string): string {
  const url = text !== "" && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return text === "" ? "" : MASK;
  const isPlain = url.href === `${url.origin}/` && !/[?#@]/.test(text);
  return isPlain ? text : `${url.origin}/${MASK}`;
}

const PLAIN_HOST = /^[\p{L}\p{M}\p{N}.-]{1,253}(?::\d{1,5})?$/u;

/** A plain host unchanged; a URL like `shownAddress`, because some providers need a URL in the same field. */
export function shownHost(text: string): string {
  return text === "" || PLAIN_HOST.test(text) ? text : shownAddress(text);
}
