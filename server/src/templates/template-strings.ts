import { MAX_DEPTH } from "./limits.ts";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A template within a control value, with its path: `blocks[2].text`; `""` is the value itself. */
export type TemplateString = { path: string; text: string };

/** A text without outputs and tags needs no rendering and is not sent to a thread. */
export function isTemplate(text: string): boolean {
  return text.includes("{{") || text.includes("{%");
}

/** A template, or HTML that must be sanitized. */
function needsThread(text: string, isSanitized: boolean): boolean {
  return isTemplate(text) || (isSanitized && text.includes("<"));
}

/** All templates in reading order; undefined when the value is nested too deep. */
export function findTemplateStrings(value: Json, isSanitized = false): TemplateString[] | undefined {
  const found: TemplateString[] = [];
  return collect(value, "", { found, isSanitized, depth: 0 }) ? found : undefined;
}

type Walk = { found: TemplateString[]; isSanitized: boolean; depth: number };

function collect(value: Json, path: string, walk: Walk): boolean {
  if (typeof value === "string") {
    if (needsThread(value, walk.isSanitized)) walk.found.push({ path, text: value });
    return true;
  }
  if (value === null || typeof value !== "object") return true;
  if (walk.depth === MAX_DEPTH) return false;
  const below = { ...walk, depth: walk.depth + 1 };
  if (Array.isArray(value)) return value.every((item, index) => collect(item, `${path}[${index}]`, below));
  return Object.keys(value).every((key) =>
    collect(value[key] as Json, path === "" ? key : `${path}.${key}`, below),
  );
}

/** The value with its templates replaced by the texts, in the order of `findTemplateStrings`. */
export function fillTemplateStrings(value: Json, texts: Iterator<string>, isSanitized = false): Json {
  if (typeof value === "string") {
    return needsThread(value, isSanitized) ? wellFormed(texts.next().value as string) : value;
  }
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => fillTemplateStrings(item, texts, isSanitized));
  // fromEntries defines properties; an assignment would fail for a key named __proto__.
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    fillTemplateStrings(item, texts, isSanitized),
  ]);
  return Object.fromEntries(entries);
}

/**
 * Templates can split a character (`payload.text[0]`) and create a NUL (`url_decode`); PostgreSQL and providers reject both.
 */
function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\ufffd");
}
