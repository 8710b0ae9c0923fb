/** An output `{{ … }}` or a tag `{% … %}` in a text. */
export type Code = {
  isTag: boolean;
  /** Where the opening delimiter begins, and where the closing one ends. */
  start: number;
  end: number;
  /** The code between the delimiters; without a closing one, to the end of the line. */
  from: number;
  to: number;
  isClosed: boolean;
  /** Of `comment` and `raw`: the end of the text that follows and is no code. */
  skippedTo?: number;
};

const OPENING = /\{\{-?|\{%-?/g;
const SKIPPING_TAG = /^\s*(comment|raw)\b/;

/** All outputs and tags, in their order. */
export function codesOf(text: string): Code[] {
  const codes: Code[] = [];
  const opening = new RegExp(OPENING);
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const code = codeAt(text, found.index, found[0]);
    codes.push(code);
    opening.lastIndex = code.skippedTo ?? code.end;
  }
  return codes;
}

function codeAt(text: string, start: number, opening: string): Code {
  const isTag = opening.startsWith("{%");
  const from = start + opening.length;
  const closing = isTag ? "%}" : "}}";
  const { to, isClosed } = endOf(text, from, closing);
  const trimmed = isClosed && to > from && text[to - 1] === "-" ? to - 1 : to;
  const code: Code = { isTag, start, end: isClosed ? to + 2 : to, from, to: trimmed, isClosed };
  const skipping = isTag && isClosed ? SKIPPING_TAG.exec(text.slice(from, trimmed))?.[1] : undefined;
  return skipping ? { ...code, skippedTo: endOfBlock(text, code.end, skipping) } : code;
}

const QUOTE = /"[^"\n]*"|'[^'\n]*'/y;
const LINE = /[^\n{]*(?:\{(?![{%])[^\n{]*)*/y;

/** The closing delimiter, outside of quotes. Without one before another opening one, the end of the line. */
function endOf(text: string, from: number, closing: string): { to: number; isClosed: boolean } {
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === closing[0] && text[at + 1] === closing[1]) return { to: at, isClosed: true };
    if (char === "{" && (text[at + 1] === "{" || text[at + 1] === "%")) break;
    if (char === '"' || char === "'") at = lastOf(QUOTE, text, at);
  }
  return { to: lastOf(LINE, text, from) + 1, isClosed: false };
}

/** The last character of what the pattern matches at a place; the place itself if it does not match. */
function lastOf(pattern: RegExp, text: string, at: number): number {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = at;
  const found = sticky.exec(text)?.[0];
  return found === undefined ? at : at + found.length - 1;
}

function endOfBlock(text: string, from: number, name: string): number {
  const end = new RegExp(`\\{%-?\\s*end${name}\\s*-?%\\}`).exec(text.slice(from));
  return end ? from + end.index : text.length;
}
