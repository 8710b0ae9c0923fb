import { history, historyKeymap, standardKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { Annotation, Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder, type ViewUpdate } from "@codemirror/view";
import { changeTo } from "./code-editor-change.ts";
import { completion } from "./code-editor-completion.ts";
import type { CodeEditor, CodeEditorOptions } from "./code-editor-options.ts";
import { paint, repaint } from "./code-editor-paint.ts";
import { theme } from "./code-editor-theme.ts";

/** What the page has changed, and not the person in the editor. */
const fromPage = Annotation.define<boolean>();
const DESCRIPTION = "description";

/**
 * An editor in the shadow root of an element: the policy of the page refuses CodeMirror's `<style>`, and a shadow root can
 * adopt style sheets.
 */
export function createCodeEditor(host: HTMLElement, options: CodeEditorOptions): CodeEditor {
  const editor = new ShadowEditor(host, options);
  return {
    update: (next) => editor.update(next),
    focus: (selection) => editor.focus(selection),
    destroy: () => editor.destroy(),
  };
}

class ShadowEditor {
  readonly #settings = new Compartment();
  readonly #undo = new Compartment();
  readonly #description = document.createElement("div");
  readonly #root: ShadowRoot;
  readonly #view: EditorView;
  #options: CodeEditorOptions;
  /** Texts that were given to the page and that it has not shown yet: React may show older ones first. */
  #sent: string[] = [];

  constructor(host: HTMLElement, options: CodeEditorOptions) {
    this.#options = options;
    this.#root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.#description.id = DESCRIPTION;
    this.#description.hidden = true;
    this.#description.role = "note";
    const extensions = [
      this.#settings.of(settingsOf(options)),
      this.#undo.of(history()),
      basis(() => this.#options),
      EditorView.updateListener.of((update) => this.#tell(update)),
    ];
    this.#view = new EditorView({
      root: this.#root,
      state: EditorState.create({ doc: options.value, extensions }),
    });
    this.#root.replaceChildren(this.#description, this.#view.dom);
    this.#describe();
  }

  #tell({ docChanged, transactions, state }: ViewUpdate): void {
    if (!docChanged || transactions.some((one) => one.annotation(fromPage))) return;
    const text = withLineBreaks(state.doc.toString(), this.#options.value);
    this.#sent.push(text);
    this.#options.onChange(text);
  }

  #describe(): void {
    this.#description.ariaLabel = this.#options.description;
  }

  /** What another one than this editor has changed; undefined if the page shows what it was given, or still an older text. */
  #changesTo(value: string): ReturnType<typeof changeTo> {
    const at = this.#sent.indexOf(value);
    const isOwn = at >= 0 || value === this.#options.value;
    this.#sent = isOwn ? this.#sent.slice(at + 1) : [];
    return isOwn ? undefined : changeTo(this.#view.state.doc.toString(), plain(value));
  }

  update(next: CodeEditorOptions): void {
    const { language } = this.#options;
    const changes = this.#changesTo(next.value);
    const isSame = settingsKey(next) === settingsKey(this.#options);
    this.#options = next;
    this.#describe();
    const effects = [
      ...(isSame ? [] : [this.#settings.reconfigure(settingsOf(next))]),
      // What could be undone was done to another text.
      ...(changes ? [this.#undo.reconfigure([])] : []),
      ...(next.language === language ? [] : [repaint.of(null)]),
    ];
    if (effects.length === 0) return;
    this.#view.dispatch({ ...(changes ? { changes } : {}), effects, annotations: fromPage.of(true) });
    if (changes) this.#view.dispatch({ effects: this.#undo.reconfigure(history()) });
  }

  focus(selection?: { from: number; to: number }): void {
    const { from, to } = selection ?? this.#view.state.selection.main;
    const end = this.#view.state.doc.length;
    this.#view.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) } });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
    this.#root.replaceChildren();
  }
}

const plain = (value: string): string => value.replace(/\r\n?/g, "\n");

/** As the text has them that was loaded. */
const withLineBreaks = (text: string, loaded: string): string =>
  loaded.includes("\r\n") ? text.replace(/\n/g, "\r\n") : text;

/** What is the same as long as the editor is there. */
function basis(options: () => CodeEditorOptions): Extension {
  const { language, isMultiline } = options();
  return [
    theme,
    EditorView.lineWrapping,
    paint(options),
    ...(language.suggest ? [completion(options)] : []),
    ...(language.hasBrackets ? [bracketMatching()] : []),
    EditorView.inputHandler.of((view, from, to, key) => from === to && writeTyped(view, options(), key)),
    ...(isMultiline ? [] : [ONE_LINE]),
    keymap.of([...historyKeymap, ...standardKeymap]),
  ];
}

/** A text that has several lines is shown as it is, but none can be added. */
const ONE_LINE: Extension = [
  keymap.of([{ key: "Enter", shift: () => true, run: () => true }]),
  EditorView.clipboardInputFilter.of((text) => text.replace(/\s*\n\s*/g, " ")),
];

function writeTyped(view: EditorView, { language }: CodeEditorOptions, key: string): boolean {
  const { main, ranges } = view.state.selection;
  if (key.length !== 1 || !main.empty || ranges.length > 1 || view.composing) return false;
  const typed = language.typed?.(view.state.doc.toString(), main.head, key);
  if (!typed) return false;
  view.dispatch({
    changes: { from: main.head, insert: typed.insert },
    selection: { anchor: main.head + typed.move },
    userEvent: "input.type",
  });
  return true;
}

const settingsKey = (options: CodeEditorOptions): string =>
  JSON.stringify([
    options.label,
    options.description !== "",
    options.isReadOnly,
    options.isInvalid,
    options.placeholder,
  ]);

function settingsOf({
  label,
  description,
  isMultiline,
  isReadOnly,
  isInvalid,
  ...rest
}: CodeEditorOptions): Extension {
  return [
    EditorState.readOnly.of(isReadOnly),
    ...(rest.placeholder === "" ? [] : [placeholder(rest.placeholder)]),
    EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-multiline": String(isMultiline),
      inputmode: "text",
      ...(description === "" ? {} : { "aria-describedby": DESCRIPTION }),
      ...(isInvalid ? { "aria-invalid": "true" } : {}),
    }),
  ];
}
