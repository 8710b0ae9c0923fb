/** Line breaks and tabs, which would break a table. */
const BREAKS = /[\r\n\t\v\f\u0085\u2028\u2029]+/g;
/** What a terminal obeys instead of showing: escape sequences, and marks that turn the direction of writing. */
const COMMANDS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const WIDE =
  /\p{Emoji_Presentation}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60]/u;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Text from elsewhere, fit to be shown in one line of a terminal. */
export function oneLine(text: string): string {
  return text.replace(BREAKS, " ").replace(COMMANDS, "\u00b7").trim();
}

/** Columns a text takes in a terminal. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return letters(text).reduce((sum, letter) => sum + letterWidth(letter), 0);
}

export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** At most so many columns; a text that lost its end says so. */
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
