import type { Token, TokenKind } from "./tokens.ts";

const LEXEME = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** The tokens of JSON, also of unfinished JSON. */
export function jsonTokensOf(text: string): Token[] {
  return [...text.matchAll(LEXEME)].map((found) => {
    const [all, quoted, colon, number] = found;
    return {
      kind: kindOf(quoted, colon, number),
      from: found.index,
      to: found.index + (quoted ?? all).length,
    };
  });
}

function kindOf(quoted?: string, colon?: string, number?: string): TokenKind {
  if (quoted !== undefined) return colon === undefined ? "string" : "property";
  return number === undefined ? "keyword" : "number";
}
