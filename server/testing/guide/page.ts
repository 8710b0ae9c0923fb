import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A fenced block: its language, the other words of its first line, and its line number. */
export type Block = { language: string; words: readonly string[]; code: string; line: number };

/** A page of the guide; `name` is its file name. */
export type Page = { name: string; text: string; blocks: readonly Block[] };

const DIRECTORY = join(import.meta.dirname, "../../../docs");

/** Every page of `docs/`. */
export function readPages(): Page[] {
  return readdirSync(DIRECTORY)
    .toSorted()
    .filter((name) => name.endsWith(".md"))
    .map((name) => {
      const text = readFileSync(join(DIRECTORY, name), "utf8");
      return { name, text, blocks: blocksOf(text) };
    });
}

export function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```(\S+)(.*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = "", words = "", code = ""] = match;
    const line = text.slice(0, match.index).split("\n").length;
    return { language, words: words.trim().split(/\s+/).filter(Boolean), code, line };
  });
}
