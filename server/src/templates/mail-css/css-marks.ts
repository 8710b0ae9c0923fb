const MARKS = /["'\\/()[\]{};:,]/g;
const STRING_MARKS = /["'\\\n\r\f]/g;
const COMMENT_MARKS = /["'\\/]/g;
const CLOSERS: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);
const SPACE = /\s*/y;

/**
 * Where the first of these characters is in a text of CSS, outside strings, comments, escapes and brackets (CSS Syntax 3); the
 * text's length if there is none. Each character is read once.
 */
export function nextMark(css: string, from: number, stops: string): number {
  const closers: string[] = [];
  for (let at = from; ; ) {
    const found = find(MARKS, css, at);
    if (found === undefined) return css.length;
    const mark = css.charAt(found);
    if (closers.length === 0 && stops.includes(mark)) return found;
    at = endOf(css, found);
    const closer = CLOSERS.get(mark);
    if (closer) closers.push(closer);
    else if (mark === closers.at(-1)) closers.pop();
  }
}

/** Where the text goes on after spaces, comments, and the marks that hid style sheets from the first browsers. */
export function afterSpace(css: string, from: number): number {
  for (let at = from; ; ) {
    if (at >= css.length) return css.length;
    SPACE.lastIndex = at;
    SPACE.exec(css);
    at = SPACE.lastIndex;
    if (css.startsWith("/*", at)) at = endOf(css, at);
    else if (css.startsWith("<!--", at)) at += 4;
    else if (css.startsWith("-->", at)) at += 3;
    else return at;
  }
}

export function withoutComments(css: string): string {
  if (!css.includes("/*")) return css;
  const parts: string[] = [];
  let from = 0;
  for (let at = find(COMMENT_MARKS, css, 0); at !== undefined; ) {
    const end = endOf(css, at);
    if (css.startsWith("/*", at)) {
      parts.push(css.slice(from, at));
      from = end;
    }
    at = find(COMMENT_MARKS, css, end);
  }
  return parts.join("") + css.slice(from);
}

function find(marks: RegExp, css: string, from: number): number | undefined {
  marks.lastIndex = from;
  return marks.exec(css)?.index;
}

/** Where the string, comment, escape or single character ends that begins here. */
function endOf(css: string, start: number): number {
  const mark = css.charAt(start);
  if (mark === "\\") return start + 2;
  if (mark === '"' || mark === "'") return endOfString(css, start, mark);
  if (mark !== "/" || css[start + 1] !== "*") return start + 1;
  const end = css.indexOf("*/", start + 2);
  return end < 0 ? css.length : end + 2;
}

/** A string also ends at the end of its line. */
function endOfString(css: string, start: number, quote: string): number {
  for (let at = start + 1; ; ) {
    const found = find(STRING_MARKS, css, at);
    if (found === undefined) return css.length;
    const mark = css.charAt(found);
    const isOther = mark === "\\" || ((mark === '"' || mark === "'") && mark !== quote);
    if (!isOther) return found + 1;
    at = endOfOther(found, mark);
  }
}

function endOfOther(found: number, mark: string): number {
  return mark === "\\" ? found + 2 : found + 1;
}
