/** Stands for every secret, whatever its length; sent back, it means "as it was". */
export const MASK = "••••••••";

/** Texts that hold a mask, and texts made of nothing but its character: no secret looks so, a damaged mask does. */
export function isMaskLike(text: string): boolean {
  return text.includes(MASK) || /^\s*•+\s*$/.test(text);
}

/** Of an address its origin, with a mask in place of all that follows or precedes it (path, query, user and password). */
export function shownAddress(text: string): string {
  const url = text !== "" && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return text === "" ? "" : MASK;
  const isPlain = url.href === `${url.origin}/` && !/[?#@]/.test(text);
  return isPlain ? text : `${url.origin}/${MASK}`;
}

const PLAIN_HOST = /^[\p{L}\p{M}\p{N}.-]{1,253}(?::\d{1,5})?$/u;

/** A plain host as it is; a URL as `shownAddress`, because some providers keep one where others keep a host. */
export function shownHost(text: string): string {
  return text === "" || PLAIN_HOST.test(text) ? text : shownAddress(text);
}
