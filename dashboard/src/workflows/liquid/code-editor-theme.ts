import { EditorView } from "@codemirror/view";

const TOKENS = {
  ".token-delimiter, .token-operator": { color: "var(--ink-3)" },
  ".token-tag, .token-keyword": { color: "var(--wait)" },
  ".token-variable, .token-name, .token-property": { color: "var(--accent)" },
  ".token-filter": { color: "var(--warn)" },
  ".token-string, .token-number": { color: "var(--ok)" },
  ".token-html, .token-comment": { color: "var(--ink-3)" },
  ".token-comment": { fontStyle: "italic" },
  ".mark": { textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px" },
};

const LIST = {
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    background: "var(--surface)",
    color: "var(--ink)",
    boxShadow: "var(--shadow)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    maxWidth: "min(520px, 92vw)",
    minWidth: "min(280px, 92vw)",
    maxHeight: "244px",
    padding: "4px",
    fontFamily: "var(--mono)",
    fontSize: "var(--text-13)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    gap: "16px",
    justifyContent: "space-between",
    padding: "3px 8px",
    borderRadius: "4px",
    lineHeight: "20px",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent-soft)", color: "var(--ink)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: 600, color: "var(--accent)" },
  ".cm-completionLabel": { overflow: "hidden", textOverflow: "ellipsis" },
  ".cm-completionDetail": {
    flex: "none",
    margin: 0,
    color: "var(--ink-3)",
    fontFamily: "var(--sans)",
    fontSize: "var(--text-12)",
    fontStyle: "normal",
  },
  ".cm-tooltip.cm-completionInfo": {
    maxWidth: "min(320px, 92vw)",
    padding: "6px 10px",
    fontFamily: "var(--sans)",
    fontSize: "var(--text-13)",
    lineHeight: "20px",
    overflowWrap: "anywhere",
  },
};

/** The same look as the other fields; the border and the focus ring are of the element around the editor. */
export const theme = EditorView.theme({
  "&": { color: "var(--ink)", background: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { maxHeight: "60dvh", overflow: "auto", fontFamily: "var(--mono)", lineHeight: "20px" },
  // The sizes come from the element around the editor, so that a click anywhere in it is one in the text.
  ".cm-content": {
    minHeight: "var(--code-height)",
    padding: "var(--code-padding) 10px",
    caretColor: "var(--ink)",
    overflowWrap: "anywhere",
  },
  ".cm-line": { padding: 0 },
  ".cm-placeholder": { color: "var(--ink-3)" },
  "& ::selection": { background: "var(--accent)", color: "var(--on-accent)" },
  // As shadows: a browser copies the background of text that is typed over into a style attribute, which the policy blocks. The
  // editor's own theme has a background for them, too.
  "&.cm-focused .cm-matchingBracket": { background: "none", boxShadow: "inset 0 0 0 1em var(--ok-soft)" },
  "&.cm-focused .cm-nonmatchingBracket": { background: "none", boxShadow: "inset 0 0 0 1em var(--bad-soft)" },
  ...TOKENS,
  ...LIST,
  "@media (pointer: coarse)": {
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "12px 8px" },
  },
  "@media (forced-colors: active)": {
    ".cm-tooltip-autocomplete ul li[aria-selected]": {
      outline: "2px solid Highlight",
      outlineOffset: "-2px",
    },
    ".cm-tooltip": { border: "1px solid CanvasText" },
  },
});
