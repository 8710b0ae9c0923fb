import { type Extension, type Range, StateEffect } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { CodeEditorOptions } from "./code-editor-options.ts";
import type { Mark } from "./language.ts";
import type { Token, TokenKind } from "./tokens.ts";

/** What is wrong has changed, but not the text. */
export const repaint = StateEffect.define<null>();

const classes = new Map<TokenKind, Decoration>();

function decorationOf(kind: TokenKind): Decoration {
  const known = classes.get(kind) ?? Decoration.mark({ class: `token-${kind}` });
  classes.set(kind, known);
  return known;
}

/** The colors of a text, and what is underlined in it; of the lines that are seen. */
export function paint(options: () => CodeEditorOptions): Extension {
  class Paint {
    tokens: readonly Token[] = [];
    marks: readonly Mark[] = [];
    decorations: DecorationSet = Decoration.none;

    constructor(view: EditorView) {
      this.read(view);
    }

    update({ view, docChanged, viewportChanged, transactions }: ViewUpdate): void {
      const isAsked = transactions.some(({ effects }) => effects.some((effect) => effect.is(repaint)));
      if (docChanged || isAsked) this.read(view);
      else if (viewportChanged) this.decorations = decorate(view, this.tokens, this.marks);
    }

    read(view: EditorView): void {
      const text = view.state.doc.toString();
      const { language } = options();
      this.tokens = language.tokensOf(text);
      this.marks = language.marksOf?.(text) ?? [];
      this.decorations = decorate(view, this.tokens, this.marks);
    }
  }
  return ViewPlugin.fromClass(Paint, { decorations: (paint) => paint.decorations });
}

function decorate(view: EditorView, tokens: readonly Token[], marks: readonly Mark[]): DecorationSet {
  const isSeen = ({ from, to }: { from: number; to: number }) =>
    view.visibleRanges.some((range) => from < range.to && to > range.from);
  const ranges: Range<Decoration>[] = [
    ...tokens.filter(isSeen).map(({ kind, from, to }) => decorationOf(kind).range(from, to)),
    ...marks
      .filter((mark) => mark.to > mark.from && isSeen(mark))
      .map(({ from, to, title }) =>
        Decoration.mark({ class: "mark", attributes: { title } }).range(from, to),
      ),
  ];
  return Decoration.set(ranges, true);
}
