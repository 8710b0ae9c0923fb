/** The links that an in-app message may have: http, https, or a path on the caller's own site. */

/** `//host`, `/\host` and control characters make another link of a path, so they are refused. */
export function isSafeLink(url: string): boolean {
  return !UNFIT.test(url) && (/^https?:\/\/[^/]/i.test(url) || /^\/(?!\/)/.test(url));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them and read the rest as another link
const UNFIT = /[\u0000-\u0020\u007f\\]/;

/**
 * Whether every text that the template can become is refused as a link. Only what stands before the first Liquid mark is
 * certain, since tags can drop what stands after it. White space at the ends is cut off before a link is used.
 */
export function isNeverLink(template: string): boolean {
  const mark = template.search(/\{[{%]/);
  if (mark < 0) return template.trim() !== "" && !isSafeLink(template.trim());
  const beginning = template.slice(0, mark).trim();
  return UNFIT.test(beginning) || !canBecomeLink(beginning);
}

function canBecomeLink(beginning: string): boolean {
  const scheme = beginning.toLowerCase();
  const isUnfinished = ["http://", "https://"].some((whole) => whole.startsWith(scheme));
  return beginning === "" || isUnfinished || isSafeLink(beginning);
}
