import { escapeHtml } from "../foundation/escape-html.ts";
import { startOfContent } from "./start-of-content.ts";

/** The attribute of the preheader's element, so that the text part leaves it out. */
export const PREHEADER_MARK = "data-preheader";

/** Mail programs show it after the subject in the list of mails, and hide it in the mail; `mso-hide` is for Outlook. */
const STYLE = "display:none;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all";

/** Lists of mails show at most about this many characters; where the preheader is shorter, they would go on with the body. */
const SHOWN_CHARS = 150;
/** A place without ink that is not taken away as a space: a joiner, a non-joiner and a space that does not break. */
const FILLER = "&#847;&zwnj;&nbsp;";

/** The HTML with a hidden first line, at the start of its body. @param preheader a text, not HTML. */
export function withPreheader(html: string, preheader: string): string {
  const filler = FILLER.repeat(Math.max(0, SHOWN_CHARS - preheader.length));
  const line = `<div ${PREHEADER_MARK} style="${STYLE}">${escapeHtml(preheader)}${filler}</div>`;
  const at = startOfContent(html);
  return html.slice(0, at) + line + html.slice(at);
}
