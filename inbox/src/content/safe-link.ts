/** Control characters, white space and backslashes: browsers drop or replace them and read another address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNFIT = /[\u0000-\u0020\u007f\\]/;

/** Whether a notification may lead there: http, https, or a path of the page's own site. */
export function isSafeLink(url: string): boolean {
  return !UNFIT.test(url) && /^(?:https?:\/\/[^/]|\/(?!\/))/i.test(url);
}

/** A link in a text may also start a mail or a call. */
export function isSafeTextLink(url: string): boolean {
  return isSafeLink(url) || (!UNFIT.test(url) && /^(?:mailto|tel):/i.test(url));
}
