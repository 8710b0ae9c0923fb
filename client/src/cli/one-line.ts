import stringWidth from "string-width";

/** Line breaks and tabs, which would break a table. */
const BREAKS = /[\r\n\t\v\f\u0085\u2028\u2029]+/g;
/** Control characters (escape sequences) and marks that change the writing direction. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Makes untrusted text safe to print on one terminal line. */
export function oneLine(text: string): string {
  return text.replace(BREAKS, " ").replace(CONTROLS, "\u00b7").trim();
}

export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}

/** Truncates to at most `width` columns; a truncated text ends with an ellipsis. */
export function cutTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = "";
  let used = 1;
  for (const letter of letters(text)) {
    used += stringWidth(letter);
    if (used > width) break;
    kept += letter;
  }
  return `${kept.trimEnd()}\u2026`;
}

function letters(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
