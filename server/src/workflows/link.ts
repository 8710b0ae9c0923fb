/**
 * Whether an in-app message may have this link: http, https, or a path on the caller's own site. `//host`, `/\host` and
 * control characters are refused, because browsers read them as a link to another host.
 */
export function isSafeLink(url: string): boolean {
  return !UNFIT.test(url) && (/^https?:\/\/[^/]/i.test(url) || /^\/(?!\/)/.test(url));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them and read the rest as another link
const UNFIT = /[\u0000-\u0020\u007f\\]/;

/**
 * Whether every possible rendering of the template is refused as a link. Only the text before the first Liquid tag is
 * certain, since tags can remove text after them. Links are trimmed before they are used.
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
