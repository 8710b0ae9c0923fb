import { walkPath } from "../foundation/json-path.ts";

/** Longest accepted id of a provider; a longer text is not taken as an id. */
const MAX_ID = 255;

/** The JSON of a response; undefined for anything else: providers may send HTML, nothing, or incomplete JSON. */
export function parseResponse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The entry of a table at a word that comes from outside; own properties only, so that `constructor` is no entry. */
export function entryAt<T>(table: Readonly<Record<string, T>>, word: string | undefined): T | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}

/** The text or number at `data.items.0.id`, as a text of at most `maxLength` characters. */
export function textAt(json: unknown, path: string, maxLength: number = MAX_ID): string | undefined {
  const value = walkPath(json, path.split("."));
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" && value.length <= maxLength ? value : undefined;
}
