import { jsonTokensOf } from "./json-tokens.ts";
import type { Suggestions } from "./suggest.ts";
import type { Token } from "./tokens.ts";

/** A part of the text that is underlined, and why. */
export type Mark = { from: number; to: number; title: string };

/** What an editor knows about its text. */
export type Language = {
  tokensOf: (text: string) => readonly Token[];
  /** Parts that are wrong. */
  marksOf?: (text: string) => readonly Mark[];
  /** What may be written at a place. */
  suggest?: (text: string, position: number) => Suggestions | undefined;
  /** What a key writes in place of its character. */
  typed?: (text: string, position: number, key: string) => { insert: string; move: number } | undefined;
  hasBrackets?: boolean;
};

export const JSON_LANGUAGE: Language = { tokensOf: jsonTokensOf, hasBrackets: true };
