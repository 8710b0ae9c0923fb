import { endOfOther, endOfText, type Tag, tagAt } from "./html-tags.ts";

/** Elements in front of the content. */
const IN_FRONT: ReadonlySet<string> = new Set([
  ...["base", "head", "html", "link", "meta", "noscript", "script", "style", "template", "title"],
]);
const SPACE = /\s*/y;
/** Behind a body that is not for Outlook: from here on, the mail is for all programs. */
const END_OF_CONDITION = /\s*(?:<!--\s*<!\[endif\]\s*-->|<!\[endif\](?:--)?>)/iy;

/**
 * Where the content of a mail begins: behind the start tag of its body, or, without one, behind its head. Tags in comments, by which mails
 * have another body for Outlook, are none. The time is linear in the length of the head.
 */
export function startOfContent(html: string): number {
  for (let at = 0; ; ) {
    const start = endOf(SPACE, html, at);
    const tag = tagAt(html, start);
    if (tag?.name === "body" && !tag.isEnd) return endOf(END_OF_CONDITION, html, tag.end);
    const end = tag ? endInFront(html, tag) : endOfOther(html, start);
    // Text, other elements, and an element without an end.
    if (end === undefined || end <= start + 1) return at;
    at = end;
  }
}

function endInFront(html: string, tag: Tag): number | undefined {
  return IN_FRONT.has(tag.name) ? endOfText(html, tag) : undefined;
}

/** Where the match that begins here ends; here if there is none. @param pattern sticky. */
function endOf(pattern: RegExp, html: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(html) ? pattern.lastIndex : from;
}
