import { readFileSync } from "node:fs";

const PACKAGES = new URL("../node_modules/", import.meta.url);

/**
 * The words of a declaration in a package: the texts in quotation marks between the first match of `start` and the next match of
 * `end`.
 * @param {{ file: string, start: RegExp, end?: RegExp }} place
 */
export function quotedIn({ file, start, end = /;/ }) {
  const text = readFileSync(new URL(file, PACKAGES), "utf8");
  const from = start.exec(text);
  if (!from) throw new Error(`${file} has no ${start}`);
  const rest = text.slice(from.index + from[0].length);
  const section = rest.slice(0, end.exec(rest)?.index ?? rest.length);
  return unique([...section.matchAll(/["']([^"'\n]+)["']/g)].map(([, word]) => word));
}

/** The first group of each match of a pattern in a file of a package. */
export function matchesIn(file, pattern) {
  const text = readFileSync(new URL(file, PACKAGES), "utf8");
  const found = unique([...text.matchAll(pattern)].map(([, word]) => word));
  if (found.length === 0) throw new Error(`${file} has no ${pattern}`);
  return found;
}

export const unique = (words) => [...new Set(words)];
