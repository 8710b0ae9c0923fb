/**
 * The tags of HTML, found after the standard's rules for tokens, in linear time whatever is in it. Only what mails need: no tree, no text,
 * and values as they are written. parse5 does more, and takes five times as long in a thread that has just been started.
 */

export type Tag = {
  /** In small letters. */
  name: string;
  isEnd: boolean;
  start: number;
  end: number;
};

/** An attribute in a tag. An attribute without a value has an empty one. */
export type Attribute = { name: string; start: number; end: number; value: string };

/** Elements whose content is text, whatever it looks like. Programs that show mails read `noscript` in different ways. */
const WITH_TEXT: ReadonlySet<string> = new Set([
  ...[
    "iframe",
    "noembed",
    "noframes",
    "noscript",
    "plaintext",
    "script",
    "style",
    "textarea",
    "title",
    "xmp",
  ],
]);

const NAME = /<\/?([a-z][^\t\n\f\r />]*)/iy;
/** No attribute has a value. */
const SHORT_END = /[^=>]*>/y;
const BEFORE_ATTRIBUTE = /[\t\n\f\r /]*/y;
const ATTRIBUTE_NAME = /=?[^\t\n\f\r />=]*/y;
const SPACE = /[\t\n\f\r ]*/y;
const UNQUOTED = /[^\t\n\f\r >]*/y;
const END_OF_COMMENT = /--!?>/g;
const END_OF_TEXT = /<\/([a-z]+)(?=[\t\n\f\r />])/gi;

/** Visits the tags, not those in comments and in text. */
export function scanTags(html: string, visit: (tag: Tag) => void): void {
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    const tag = tagAt(html, at);
    if (tag) visit(tag);
    at = tag ? (endOfText(html, tag) ?? html.length) : endOfOther(html, at);
  }
}

/** The tag that begins here. */
export function tagAt(html: string, start: number): Tag | undefined {
  NAME.lastIndex = start;
  const [matched, given] = NAME.exec(html) ?? [];
  if (matched === undefined || given === undefined) return undefined;
  const end = endOfTag(html, start + matched.length);
  return { name: given.toLowerCase(), isEnd: matched.startsWith("</"), start, end };
}

/**
 * Where the text of an element like `style` ends, whose start tag this is: undefined if it has no end tag. Of other elements, where the
 * tag ends.
 */
export function endOfText(html: string, { name, isEnd, end }: Tag): number | undefined {
  if (isEnd || !WITH_TEXT.has(name)) return end;
  if (name === "plaintext") return undefined;
  END_OF_TEXT.lastIndex = end;
  for (let found = END_OF_TEXT.exec(html); found; found = END_OF_TEXT.exec(html))
    if (found[1]?.toLowerCase() === name) return found.index;
  return undefined;
}

/** Where a comment, a doctype, or what parsers read as a comment ends that begins here. A `<` alone is text. */
export function endOfOther(html: string, start: number): number {
  if (html.startsWith("<!--", start)) return endOfComment(html, start);
  const isOther = ["<!", "<?", "</"].some((mark) => html.startsWith(mark, start));
  return isOther ? after(html, ">", start + 2) : start + 1;
}

/** The attributes of a tag. Of two with the same name the first counts. */
export function attributesOf(html: string, { name, isEnd, start, end }: Tag): Attribute[] {
  const attributes: Attribute[] = [];
  for (let at = start + name.length + (isEnd ? 2 : 1); at < end; ) {
    const attribute = attributeAt(html, at);
    if (!attribute) break;
    attributes.push(attribute);
    at = attribute.end;
  }
  return attributes;
}

export function attributeOf(html: string, tag: Tag, name: string): Attribute | undefined {
  return attributesOf(html, tag).find((attribute) => attribute.name === name);
}

function endOfTag(html: string, from: number): number {
  const short = endOf(SHORT_END, html, from);
  if (short > from) return short;
  for (let at = from; at < html.length; ) {
    const attribute = attributeAt(html, at);
    if (!attribute) return after(html, ">", at);
    at = attribute.end;
  }
  return html.length;
}

/** The next attribute in a tag. @returns undefined at the end of the tag. */
function attributeAt(html: string, from: number): Attribute | undefined {
  const start = endOf(BEFORE_ATTRIBUTE, html, from);
  const afterName = endOf(ATTRIBUTE_NAME, html, start);
  if (afterName === start) return undefined;
  const name = html.slice(start, afterName).toLowerCase();
  const sign = endOf(SPACE, html, afterName);
  if (html[sign] !== "=") return { name, start, end: afterName, value: "" };
  const value = endOf(SPACE, html, sign + 1);
  const quote = html.charAt(value);
  if (quote !== '"' && quote !== "'") {
    const end = endOf(UNQUOTED, html, value);
    return { name, start, end, value: html.slice(value, end) };
  }
  const end = after(html, quote, value + 1);
  return { name, start, end, value: html.slice(value + 1, end - 1) };
}

/** `<!-->` and `<!--->` are comments, too. */
function endOfComment(html: string, start: number): number {
  if (html.startsWith(">", start + 4)) return start + 5;
  if (html.startsWith("->", start + 4)) return start + 6;
  END_OF_COMMENT.lastIndex = start + 4;
  return END_OF_COMMENT.test(html) ? END_OF_COMMENT.lastIndex : html.length;
}

/** Behind the next of these characters; the end of the HTML if there is none. */
function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + 1;
}

/** Where the match that begins here ends; here if there is none. @param pattern sticky. */
function endOf(pattern: RegExp, html: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(html) ? pattern.lastIndex : from;
}
