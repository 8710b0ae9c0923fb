import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  pickedCompletion,
} from "@codemirror/autocomplete";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import type { CodeEditorOptions } from "./code-editor-options.ts";
import type { Suggestion } from "./suggest.ts";

const VALID = /^[\p{L}\p{N}_.\-[\]"]*$/u;

/** The list of what may be written at the caret. */
export function completion(options: () => CodeEditorOptions): Extension {
  const source = (context: CompletionContext): CompletionResult | null => {
    const found = options().language.suggest?.(context.state.doc.toString(), context.pos);
    if (!found) return null;
    return { from: found.from, options: found.list.map(optionOf), validFor: VALID };
  };
  return [
    autocompletion({ override: [source], icons: false, activateOnTypingDelay: 20 }),
    EditorState.phrases.of({ Completions: options().listLabel }),
    Prec.highest(EditorView.domEventHandlers({ keydown: onKey })),
    EditorView.updateListener.of(makeFocusable),
  ];
}

/**
 * Escape closes the list, and not also the dialog around the editor. Tab closes it before it leaves: browsers focus a list
 * that scrolls.
 */
function onKey(event: KeyboardEvent, view: EditorView): boolean {
  const isClosed = (event.key === "Escape" || event.key === "Tab") && closeCompletion(view);
  if (!isClosed || event.key === "Tab") return false;
  event.stopPropagation();
  event.preventDefault();
  return true;
}

/** A list that scrolls is in the order of the Tab key in all browsers. */
function makeFocusable({ view }: ViewUpdate): void {
  view.dom.querySelector(".cm-tooltip-autocomplete > ul:not([tabindex])")?.setAttribute("tabindex", "0");
}

const optionOf = (one: Suggestion): Completion => ({
  label: one.label,
  ...(one.detail ? { detail: one.detail } : {}),
  ...(one.info ? { info: one.info } : {}),
  apply: (view, completion, from, to) => write(view, { one, completion, from, to }),
});

type Picked = { one: Suggestion; completion: Completion; from: number; to: number };

/** In place of the whole word, also of what stands behind the caret. */
function write(view: EditorView, { one, completion, from, to }: Picked): void {
  const line = view.state.doc.lineAt(to);
  const rest = /^[\p{L}\p{N}_.-]*/u.exec(line.text.slice(to - line.from))?.[0].replace(/-$/, "") ?? "";
  view.dispatch({
    changes: { from, to: to + rest.length, insert: one.insert + (one.after ?? "") },
    selection: { anchor: from + one.insert.length },
    annotations: pickedCompletion.of(completion),
    userEvent: "input.complete",
    scrollIntoView: true,
  });
}
