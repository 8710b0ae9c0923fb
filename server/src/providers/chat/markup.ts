import type { ChatMessage } from "../provider.ts";
import { type CodeKind, codeKindsBefore } from "./code-kinds.ts";
import { withoutMassMentions } from "./mass-mentions.ts";

/** What stands before a value in the text. */
export type Place = {
  /** Only white space stands before it in its line. */
  isLineStart: boolean;
  /** It stands in the author's code, in which vendors read no other mark-up. */
  code: CodeKind | undefined;
};

/**
 * The mark-up of a vendor: how a value is written that must be shown as it is. The texts of workflows are the author's and keep their
 * mark-up; values are data, often of other people.
 */
export type Markup = (value: string, place: Place) => string;

/** A vendor that shows texts as they are, or a receiver that gets the bare text. */
export const PLAIN_TEXT: Markup = (value) => value;

type WithValues = { body: string; values?: ChatMessage["values"] | undefined };

/** The text of a message for a vendor with this mark-up. The same message gives the same text at each attempt. */
export function markedUp({ body, values = [] }: WithValues, markup: Markup): string {
  if (markup === PLAIN_TEXT) return body;
  const text = withoutMassMentions({ body, values });
  const kinds = codeKindsBefore(text);
  let written = "";
  let read = 0;
  for (const [index, [start, end]] of text.values.entries()) {
    written += text.body.slice(read, start);
    const place = { isLineStart: isLineStart(text.body, start), code: kinds[index] };
    written += markup(text.body.slice(start, end), place);
    read = end;
  }
  return written + text.body.slice(read);
}

/** Of longer indentations, no vendor makes a heading or a list. */
const MAX_INDENT = 100;

function isLineStart(text: string, position: number): boolean {
  const before = text.slice(Math.max(0, position - MAX_INDENT), position);
  return /\n[ \t>]*$/.test(position <= MAX_INDENT ? `\n${before}` : before);
}
