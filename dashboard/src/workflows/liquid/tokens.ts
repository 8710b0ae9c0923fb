/** What a part of a text is, for its color. */
export type TokenKind =
  | "delimiter"
  | "tag"
  | "name"
  | "keyword"
  | "variable"
  | "filter"
  | "string"
  | "number"
  | "operator"
  | "property"
  | "html"
  | "comment";

/** Tokens of a text are in its order and do not overlap. */
export type Token = { kind: TokenKind; from: number; to: number };
