/**
 * HTML allowed in in-app content. The lists are short on purpose: the content is shown inside another company's page, so
 * a tag is allowed only when it formats text, and an attribute only when it cannot run code, load a style or change the
 * page around the message.
 *
 * Not allowed, with the reason: `style`, `link`, `meta`, `base` (change the page or its addresses), `svg` and `math`
 * (their content is parsed by other rules: mutation XSS), `form`, `input`, `button` (send the reader's input to another
 * host), `iframe`, `object`, `embed`, `video`, `audio` (load other documents and media), every `on…` attribute (code),
 * `style`, `class` and `id` (use the page's styles or scripts), `srcset` (a list of addresses).
 */

/** Text, lists, tables and pictures. */
const TAGS: ReadonlySet<string> = new Set([
  ...["a", "abbr", "b", "blockquote", "br", "caption", "cite", "code", "dd", "del", "div", "dl", "dt", "em"],
  ...[
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
  ],
  ...["s", "samp", "small", "span", "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead"],
  ...["time", "tr", "u", "ul", "var", "wbr"],
]);

/** Tags without content and end tag. */
export const VOID_TAGS: ReadonlySet<string> = new Set(["br", "hr", "img", "wbr"]);

type IsAllowed = (value: string) => boolean;

const anyText: IsAllowed = () => true;
/** A size or a count, without a unit. */
const isNumber: IsAllowed = (value) => /^\d{1,4}$/.test(value);

/** Attributes of every tag: meaning, accessibility and direction of text. */
const EVERYWHERE: ReadonlyMap<string, IsAllowed> = new Map([
  ["title", anyText],
  ["lang", (value) => /^[A-Za-z0-9-]{1,35}$/.test(value)],
  ["dir", (value) => ["ltr", "rtl", "auto"].includes(value.toLowerCase())],
]);

const CELL: ReadonlyMap<string, IsAllowed> = new Map([
  ["colspan", isNumber],
  ["rowspan", isNumber],
]);

const BY_TAG: ReadonlyMap<string, ReadonlyMap<string, IsAllowed>> = new Map([
  ["a", new Map([["href", isLink]])],
  [
    "img",
    new Map([
      ["src", isPicture],
      ["alt", anyText],
      ["width", isNumber],
      ["height", isNumber],
    ]),
  ],
  ["ol", new Map([["start", isNumber]])],
  ["td", CELL],
  ["th", CELL],
]);

export function isAllowedTag(tag: string): boolean {
  return TAGS.has(tag);
}

/** @param value as a browser reads it, with its character references decoded. */
export function canHaveAttribute(tag: string, name: string, value: string): boolean {
  const isAllowed = BY_TAG.get(tag)?.get(name) ?? EVERYWHERE.get(name);
  return isAllowed?.(value) === true;
}

/** Browsers remove control characters at both ends of an address, and tabs and line ends within it. */
const CONTROL_CHARACTER = /\p{Cc}/u;
/**
 * With scheme and host: an address without a scheme is relative, and browsers read `https:/x` and `//x` as another
 * host.
 */
const WEB = /^https?:\/\/[^/\\]/i;
const MAIL_OR_PHONE = /^(?:mailto|tel):/i;
/** A path on the page's own site; a second slash or a backslash would start a host. */
const PATH = /^\/(?![/\\])/;

function isLink(value: string): boolean {
  const address = value.trim();
  if (CONTROL_CHARACTER.test(address)) return false;
  return WEB.test(address) || MAIL_OR_PHONE.test(address) || PATH.test(address);
}

function isPicture(value: string): boolean {
  const address = value.trim();
  return !CONTROL_CHARACTER.test(address) && (WEB.test(address) || PATH.test(address));
}
