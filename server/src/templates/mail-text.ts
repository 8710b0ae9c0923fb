import { compile } from "html-to-text";
import { PREHEADER_MARK } from "./preheader.ts";

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];

const convert = compile({
  wordwrap: false,
  // Deeper and longer content is left out of the text; the HTML has it.
  limits: { maxDepth: 100, maxChildNodes: 20_000, maxInputLength: 1_000_000 },
  selectors: [
    { selector: "a", options: { hideLinkHrefIfSameAsText: true } },
    { selector: "img", format: "skip" },
    { selector: "title", format: "skip" },
    { selector: `[${PREHEADER_MARK}]`, format: "skip" },
    // Most tables of mails are layout: a row is a line.
    { selector: "table", format: "block" },
    { selector: "tr", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "td", format: "inlineSurround", options: { suffix: " " } },
    { selector: "th", format: "inlineSurround", options: { suffix: " " } },
    ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** The text part of a mail: the words of its HTML, links with their addresses, no pictures and no preheader. */
export function mailTextOf(html: string): string {
  const lines = convert(html).replaceAll("\u00a0", " ").split("\n");
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
