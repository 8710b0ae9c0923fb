import { compile } from "html-to-text";
import { MAX_PREPARED_CHARS } from "./limits.ts";
import { formatElement, SELECTORS } from "./mail-text/formats.ts";

const convert = compile({
  wordwrap: false,
  // Deeper and longer content is left out of the text; the HTML has it.
  limits: { maxDepth: 100, maxChildNodes: 20_000, maxInputLength: MAX_PREPARED_CHARS },
  formatters: { element: formatElement },
  selectors: SELECTORS.map((selector) => ({ selector, format: "element" })),
});

/**
 * Characters without width, four or more with nothing but spaces between: they fill the line after a preheader. Fewer join emoji or
 * separate letters.
 */
const FILLER =
  /(?:(?:\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff])[ \u00a0\u2000-\u200a\u202f\u2800\u3000]*){4,}/g;

/** The text part of a mail: the words of its HTML that a reader sees, links with their addresses, and what pictures show. */
export function mailTextOf(html: string): string {
  const lines = convert(html).replace(FILLER, " ").replaceAll("\u00a0", " ").split("\n");
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
