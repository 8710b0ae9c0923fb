import { escapeHtml } from "../foundation/escape-html.ts";

/** The attribute of the preheader's element, so that the text part leaves it out. */
export const PREHEADER_MARK = "data-preheader";

/** Mail programs show it after the subject in the list of mails, and hide it in the mail; `mso-hide` is for Outlook. */
const STYLE = "display:none;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all";

/** The HTML with a hidden first line, at the start of its body. @param preheader a text, not HTML. */
export function withPreheader(html: string, preheader: string): string {
  const line = `<div ${PREHEADER_MARK} style="${STYLE}">${escapeHtml(preheader)}</div>`;
  const start = html.search(/<body[\s>]/i);
  const at = start < 0 ? 0 : html.indexOf(">", start) + 1;
  return html.slice(0, at) + line + html.slice(at);
}
