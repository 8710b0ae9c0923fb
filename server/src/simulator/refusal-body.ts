import { isJsonObject } from "../foundation/json.ts";
import { mapLeaves } from "./leaves.ts";

const SENTENCE = /\S\s+\S/;

/**
 * The vendor's answer to a request that it refuses, with the reason instead of the documented sentence, which is about another
 * request. Codes stay, because clients act on them.
 */
export function refusalBody(documented: object | string | undefined, reason: string): object | string {
  const stated = `Simulator: ${reason}`;
  if (documented === undefined) return { message: stated };
  if (typeof documented === "string") return textWith(documented, stated);
  const changed = mapLeaves(documented, (leaf) => (SENTENCE.test(String(leaf)) ? stated : leaf)) as object;
  // A body of codes alone has no place for a sentence.
  const isCodeOnly = JSON.stringify(changed) === JSON.stringify(documented);
  return isCodeOnly && isJsonObject(changed) ? { ...changed, simulator: stated } : changed;
}

/** In XML, the element that AWS has for the sentence; in a line of text, what follows a code such as `1:`. */
function textWith(documented: string, stated: string): string {
  if (documented.startsWith("<")) return documented.replace(/(<Message>)[^<]*/, `$1${stated}`);
  return SENTENCE.test(documented) ? documented.replace(/^(\d+:)?.*$/s, `$1${stated}`) : documented;
}
