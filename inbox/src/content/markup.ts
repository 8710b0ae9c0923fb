import { isSafeLink, isSafeTextLink } from "./safe-link.ts";

/** A text, or an allowed element with allowed attributes. */
export type Markup =
  | string
  | { readonly tag: string; readonly attributes: ReadonlyMap<string, string>; readonly children: Markup[] };

/**
 * Elements that format text. Names after `:` are another element that is shown instead: a heading would stand in the
 * outline of the page.
 */
const ALLOWED = new Map(
  [
    "a abbr b blockquote br cite code del div em hr i img ins kbd li mark ol p pre q s samp small span strong sub sup",
    "time u ul var wbr dt:b dd:div tr:div h1:p h2:p h3:p h4:p h5:p h6:p",
  ]
    .join(" ")
    .split(" ")
    .map((entry) => {
      const [tag = "", shown = tag] = entry.split(":");
      return [tag, shown];
    }),
);
const EMPTY = /^(?:br|hr|img|wbr)$/;
/** Elements whose content is no text. */
const LEFT_OUT_WHOLE = /^(?:script|style|template|textarea|title|noscript|iframe|svg|math)$/;
const DEEPEST = 30;

const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, (value: string) => boolean>>>> = {
  a: { href: isSafeTextLink },
  img: { src: isSafeLink, alt: () => true },
};

/** A tag, a comment, or text up to the next `<`. No part crosses another `<`, so the time is linear. */
const PART = /<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^<"]*"|'[^<']*')*)>|<!--[^<]*?-->|[^<]+|</gi;
const ATTRIBUTE = /([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/**
 * Reads the HTML of a notification without the browser's parser, which pages with Trusted Types refuse to feed with
 * texts. The service has sanitized the HTML. This reads only allowed elements; of all others it keeps the text.
 */
export function parseMarkup(html: string): Markup[] {
  const root: Markup[] = [];
  const open: { name: string; children: Markup[] }[] = [{ name: "", children: root }];
  let leftOut: string | undefined;
  for (const [part, slash, tagName, attributes = ""] of html.matchAll(PART)) {
    const name = tagName?.toLowerCase();
    if (leftOut) {
      if (slash && name === leftOut) leftOut = undefined;
    } else if (!name) {
      if (!part.startsWith("<!--")) open.at(-1)?.children.push(decode(part));
    } else if (slash) {
      const from = open.findLastIndex((one) => one.name === name);
      if (from > 0) open.length = from;
      else if (/^t[dh]$/.test(name)) open.at(-1)?.children.push(" ");
    } else if (LEFT_OUT_WHOLE.test(name)) {
      leftOut = name;
    } else {
      const tag = ALLOWED.get(name);
      if (!tag || open.length > DEEPEST) continue;
      const element = { tag, attributes: readAttributes(name, attributes), children: [] };
      open.at(-1)?.children.push(element);
      if (!EMPTY.test(tag)) open.push({ name, children: element.children });
    }
  }
  return root;
}

/** The text alone, for labels and announcements. */
export function plainText(html: string): string {
  const textOf = (markup: Markup): string =>
    typeof markup === "string"
      ? markup
      : `${markup.attributes.get("alt") ?? ""}${markup.children.map(textOf).join("")} `;
  return parseMarkup(html).map(textOf).join("").replaceAll(/\s+/g, " ").trim();
}

function readAttributes(name: string, text: string): Map<string, string> {
  const allowed = ATTRIBUTES[name] ?? {};
  const read = new Map<string, string>();
  for (const [, attribute = "", double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const value = decode(double ?? single ?? bare ?? "").trim();
    if (allowed[attribute.toLowerCase()]?.(value)) read.set(attribute.toLowerCase(), value);
  }
  return read;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  hellip: "…",
  ndash: "–",
  mdash: "—",
};

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] as string) : whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
  });
}
