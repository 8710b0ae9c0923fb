/** Line breaks and tabs, which would break a table. */
const BREAKS = /[\r\n\t\v\f\u0085\u2028\u2029]+/g;
/** Control characters (escape sequences) and marks that change the writing direction. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const WIDE =
  /\p{Emoji_Presentation}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60]/u;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Makes untrusted text safe to print on one terminal line. */
export function oneLine(text: string): string {
  return text.replace(BREAKS, " ").replace(CONTROLS, "\u00b7").trim();
}

/** The number of terminal columns a text occupies. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return letters(text).reduce((sum, letter) => sum + letterWidth(letter), 0);
}

export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Truncates to at most `width` columns; a truncated text ends with an ellipsis. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let used = 1;
  for (const letter of letters(text)) {
    used += letterWidth(letter);
    if (used > width) break;
    kept += letter;
  }
  return `${kept.trimEnd()}\u2026`;
}

function letters(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function letterWidth(letter: string): number {
  return WIDE.test(letter) ? 2 : 1;
}
