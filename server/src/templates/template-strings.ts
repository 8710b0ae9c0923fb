import { MAX_DEPTH } from "./limits.ts";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A string inside a control value that is a template, and where it stands: `blocks[2].text`; `""` is the value itself. */
export type Leaf = { path: string; text: string };

/** Text without these marks is nobody's template and never leaves the caller's thread. */
export function isTemplate(text: string): boolean {
  return text.includes("{{") || text.includes("{%");
}

/** A text that a thread has to look at: a template, or HTML that is to be cleaned. */
function isLeaf(text: string, isSanitized: boolean): boolean {
  return isTemplate(text) || (isSanitized && text.includes("<"));
}

/** All leaves in order of reading, or undefined when the value nests too deep to be walked. */
export function findLeaves(value: Json, isSanitized = false): Leaf[] | undefined {
  const found: Leaf[] = [];
  return collect(value, "", { found, isSanitized, depth: 0 }) ? found : undefined;
}

type Walk = { found: Leaf[]; isSanitized: boolean; depth: number };

function collect(value: Json, path: string, walk: Walk): boolean {
  if (typeof value === "string") {
    if (isLeaf(value, walk.isSanitized)) walk.found.push({ path, text: value });
    return true;
  }
  if (value === null || typeof value !== "object") return true;
  if (walk.depth === MAX_DEPTH) return false;
  const inside = { ...walk, depth: walk.depth + 1 };
  if (Array.isArray(value)) return value.every((item, index) => collect(item, `${path}[${index}]`, inside));
  return Object.keys(value).every((key) =>
    collect(value[key] as Json, path === "" ? key : `${path}.${key}`, inside),
  );
}

/** The value with its leaves replaced, in the order `findLeaves` found them. */
export function fillLeaves(value: Json, texts: Iterator<string>, isSanitized = false): Json {
  if (typeof value === "string") {
    return isLeaf(value, isSanitized) ? wellFormed(texts.next().value as string) : value;
  }
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => fillLeaves(item, texts, isSanitized));
  // fromEntries defines properties; an assignment would trip over a key named __proto__.
  const entries = Object.entries(value).map(([key, item]) => [key, fillLeaves(item, texts, isSanitized)]);
  return Object.fromEntries(entries);
}

/** Filters can halve a character (`split: ""`) and make a NUL (`url_decode`); no database and no provider takes either. */
function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\ufffd");
}
