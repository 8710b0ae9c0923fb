import type { Token, TokenKind } from "./tokens.ts";

const KEYWORDS = new Set(
  "and or not in contains true false nil null empty blank with by limit offset reversed cols".split(" "),
);
/** Tags whose first word is a new name. */
const NAMING_TAGS = new Set(["assign", "capture", "for", "tablerow", "increment", "decrement"]);

/** A path may be unfinished: `payload.`, `steps["my`. */
const LEXEME =
  /("[^"]*"?|'[^']*'?)|(-?\d+(?:\.\d+)?)|([\p{L}_][\p{L}\p{N}_-]*(?:\.(?!\.)[\p{L}\p{N}_-]*|\[(?:"[^"]*"?|'[^']*'?|[^\]"'|]*)\]?)*)|(\.\.|==|!=|<>|<=|>=|[<>=:,()|])/gu;

/**
 * The tokens of the code of an output, or of a tag, whose first word is its name. `offset` is where the code begins in the
 * text.
 */
export function lexemesOf(code: string, isTag: boolean, offset = 0): Token[] {
  const tokens: Token[] = [];
  const words: Words = { code, isTag, tag: undefined, previous: undefined };
  if (isTag && /^\s*#/.test(code)) return [{ kind: "comment", from: offset, to: offset + code.length }];
  for (const found of code.matchAll(LEXEME)) {
    const kind = kindOf(found, words);
    if (kind === undefined) continue;
    tokens.push({ kind, from: offset + found.index, to: offset + found.index + found[0].length });
    if (kind === "tag") words.tag = found[0];
    words.previous = found[0];
  }
  return tokens;
}

type Words = {
  code: string;
  isTag: boolean;
  tag: string | undefined;
  previous: string | undefined;
};

function kindOf(found: RegExpMatchArray, words: Words): TokenKind | undefined {
  const [all, text, number, word, operator] = found;
  if (text !== undefined) return "string";
  if (number !== undefined) return "number";
  if (operator !== undefined) return "operator";
  if (word === undefined) return undefined;
  if (words.previous === "|") return "filter";
  if (words.isTag && words.tag === undefined) return "tag";
  if (NAMING_TAGS.has(words.tag ?? "") && words.previous === words.tag) return "name";
  const isNamed = /^\s*:/.test(words.code.slice((found.index ?? 0) + all.length));
  return isNamed || KEYWORDS.has(word) ? "keyword" : "variable";
}
