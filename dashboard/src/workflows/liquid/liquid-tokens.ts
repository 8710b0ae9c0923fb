import { type Code, codesOf } from "./codes.ts";
import { lexemesOf } from "./lexemes.ts";
import type { Token } from "./tokens.ts";

/** The tokens of a text with Liquid, perhaps in HTML. Other text has no token. */
export function liquidTokensOf(text: string): Token[] {
  const html: HtmlState = { text, inside: undefined, tokens: [] };
  let at = 0;
  for (const code of codesOf(text)) {
    addHtml(html, at, code.start);
    html.tokens.push(...tokensOfCode(text, code));
    at = code.skippedTo ?? code.end;
  }
  addHtml(html, at, text.length);
  return html.tokens;
}

function tokensOfCode(text: string, code: Code): Token[] {
  const { start, from, to, end, isTag, isClosed, skippedTo } = code;
  const inner = text.slice(from, to);
  const isComment = skippedTo !== undefined && /^\s*comment/.test(inner);
  return [
    { kind: "delimiter", from: start, to: from },
    ...linesOf(inner, isTag).flatMap(({ line, at }) => lexemesOf(line, isTag, from + at)),
    ...(isClosed ? [{ kind: "delimiter", from: to, to: end } as const] : []),
    ...(isComment && skippedTo > end ? [{ kind: "comment", from: end, to: skippedTo } as const] : []),
  ];
}

const LIQUID_TAG = /^\s*liquid\b/;

/** Every line of the tag `liquid` is a tag. */
function linesOf(code: string, isTag: boolean): { line: string; at: number }[] {
  const opening = isTag ? LIQUID_TAG.exec(code)?.[0] : undefined;
  if (opening === undefined) return [{ line: code, at: 0 }];
  const lines = [...code.slice(opening.length).matchAll(/[^\n]+/g)];
  const rest = lines.map((line) => ({ line: line[0], at: opening.length + line.index }));
  return [{ line: opening, at: 0 }, ...rest];
}

/** A tag or a comment of HTML goes on after an output in it. */
type HtmlState = { text: string; inside: "html" | "comment" | undefined; tokens: Token[] };

const HTML = /<!--|<\/?[a-zA-Z]/g;

function addHtml(state: HtmlState, from: number, to: number): void {
  const piece = state.text.slice(from, to);
  for (let at = 0; at < piece.length; ) {
    if (state.inside === undefined) {
      const opening = new RegExp(HTML);
      opening.lastIndex = at;
      const found = opening.exec(piece);
      if (!found) return;
      state.inside = found[0] === "<!--" ? "comment" : "html";
      at = found.index;
    }
    const end = endOfHtml(piece, at, state.inside);
    state.tokens.push({ kind: state.inside, from: from + at, to: from + (end ?? piece.length) });
    if (end === undefined) return;
    state.inside = undefined;
    at = end;
  }
}

function endOfHtml(piece: string, at: number, inside: "html" | "comment"): number | undefined {
  const closing = inside === "html" ? ">" : "-->";
  const found = piece.indexOf(closing, at);
  return found < 0 ? undefined : found + closing.length;
}
