import { nextMark, withoutComments } from "./css-marks.ts";

/**
 * A selector for the matcher. `needs`: the matcher cannot tell all that the rule demands of an element. `moment`: a pointer or the focus,
 * `device`: something else.
 */
export type Selector = { text: string; needs?: "moment" | "device" };

/** Pseudo-classes that the matcher knows. What stands in their parentheses must be known, too. */
const KNOWN: ReadonlySet<string> = new Set([
  ...["any-link", "empty", "first-child", "first-of-type", "last-child", "last-of-type", "link", "not"],
  ...["nth-child", "nth-last-child", "nth-last-of-type", "nth-of-type", "only-child", "only-of-type", "root"],
]);

/** They hold for a moment: what a mail looks like at rest does not depend on them. */
const MOMENTS: ReadonlySet<string> = new Set([
  ...["active", "checked", "focus", "focus-visible", "focus-within", "hover", "target"],
]);

/** They may have one colon. */
const PSEUDO_ELEMENTS: ReadonlySet<string> = new Set(["before", "after", "first-line", "first-letter"]);

const PSEUDO = /(::?)([-\w]+)(\(?)/y;
/** An id, beside attributes, in which it is none. */
const ID = /\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]|#((?:[-\w\u0080-\uffff]|\\.)+)/g;
/** Matches all elements, and is as strong as a pseudo-class. */
const ANY = ":not(.tidings-none)";

/**
 * The selectors of a rule. A pseudo-class that the matcher does not know is replaced by one that matches all elements, so that the selector
 * matches all that the rule may be for. Left out are pseudo-elements, which have styles of their own, and `:visited`, because browsers hide whom it is for.
 */
export function selectorsIn(prelude: string): Selector[] {
  const text = withoutComments(prelude);
  const selectors: Selector[] = [];
  for (let at = 0; at < text.length; ) {
    const end = nextMark(text, at, ",");
    const selector = readSelector(text.slice(at, end).trim());
    if (selector?.text) selectors.push(selector);
    at = end + 1;
  }
  return selectors;
}

function readSelector(given: string): Selector | undefined {
  let text = "";
  let needs: Selector["needs"];
  for (let at = 0; at < given.length; ) {
    const colon = nextMark(given, at, ":");
    text += withAllIds(given.slice(at, colon));
    if (colon === given.length) break;
    const pseudo = pseudoAt(given, colon);
    if (!pseudo) return undefined;
    if (pseudo.isKnown) text += given.slice(colon, pseudo.end);
    else {
      text += ANY;
      needs = pseudo.isMoment && needs !== "device" ? "moment" : "device";
    }
    at = pseudo.end;
  }
  return needs ? { text, needs } : { text };
}

/** In a large mail, css-inline finds only the last of some elements with the same id, unless it is written so. */
function withAllIds(selector: string): string {
  return selector.replace(ID, (found, id) => (id ? `:not(:not(#${id}))` : found));
}

/** @returns undefined for a pseudo-element, `:visited`, and for what is neither. */
function pseudoAt(selector: string, colon: number) {
  PSEUDO.lastIndex = colon;
  const [, colons, given = "", parenthesis] = PSEUDO.exec(selector) ?? [];
  const name = given.toLowerCase();
  if (colons !== ":" || name === "visited" || PSEUDO_ELEMENTS.has(name)) return undefined;
  const start = colon + 1 + name.length;
  const end = parenthesis ? nextMark(selector, start + 1, ")") + 1 : start;
  const inside = parenthesis ? selector.slice(start + 1, end - 1) : "";
  return { end, isKnown: KNOWN.has(name) && isKnown(inside), isMoment: MOMENTS.has(name) };
}

/** `2n+1` and `.a > b:first-child`, but not `2 of .a`, and no parentheses inside parentheses. */
function isKnown(inside: string): boolean {
  if (/\(|\bof\s/i.test(inside)) return false;
  return (inside.match(/:[-\w]*/g) ?? []).every((pseudo) => KNOWN.has(pseudo.slice(1).toLowerCase()));
}
