import { nextMark } from "./css-marks.ts";
import type { Declaration } from "./declarations.ts";
import type { StyleRule } from "./style-rules.ts";

/**
 * The custom properties of an element, and those that it inherits (CSS Variables 1). `resolved` is the value where it is known: not
 * for a circle, or for a value that has too much in it.
 */
export type Scope = {
  values: Map<string, { given: string; resolved?: string | undefined; isBeingResolved?: boolean }>;
  parent: Scope | undefined;
};

const MAX_VALUE_CHARS = 2_000;
/** How many values may stand for each other one after the other. */
const MAX_DEPTH = 16;
const VARIABLE = /\bvar\(/gi;

/** Whether the HTML of a mail, or a value, may have variables. */
export function usesVariables(text: string): boolean {
  return /\bvar\(\s*--/i.test(text);
}

type Styled = { rules: readonly StyleRule[]; own: readonly Declaration[] };

/** The element's own custom properties, strongest last, above those that it inherits. */
export function scopeOf({ rules, own }: Styled, parent: Scope | undefined): Scope | undefined {
  const given = rules.filter(({ when }) => when === "always").flatMap(({ declarations }) => declarations);
  const isCustom = ({ name }: Declaration) => name.startsWith("--");
  const [ofRules, ofElement] = [given.filter(isCustom), own.filter(isCustom)];
  if (ofRules.length === 0 && ofElement.length === 0) return parent;
  const normal = ({ isImportant }: Declaration) => !isImportant;
  const important = ({ isImportant }: Declaration) => isImportant;
  const inOrder = [
    ...[...ofRules.filter(normal), ...ofElement.filter(normal)],
    ...[...ofRules.filter(important), ...ofElement.filter(important)],
  ];
  return { values: new Map(inOrder.map(({ name, value }) => [name, { given: value }])), parent };
}

/** The value with those of its variables; undefined if one of them has none, and no other value is given for it. */
export function resolve(value: string, scope: Scope | undefined, depth = 0): string | undefined {
  if (depth > MAX_DEPTH || value.length > MAX_VALUE_CHARS) return undefined;
  let text = "";
  let at = 0;
  for (let start = indexOfVariable(value, 0); start >= 0; start = indexOfVariable(value, at)) {
    const inside = start + "var(".length;
    const end = nextMark(value, inside, ")");
    const comma = nextMark(value, inside, ",)");
    const other = comma < end ? value.slice(comma + 1, end).trim() : undefined;
    const found =
      valueIn(value.slice(inside, comma).trim(), scope, depth) ??
      (other === undefined ? undefined : resolve(other, scope, depth + 1));
    text += value.slice(at, start) + (found ?? "");
    if (found === undefined || text.length > MAX_VALUE_CHARS) return undefined;
    at = end + 1;
  }
  return text + value.slice(at);
}

function indexOfVariable(value: string, from: number): number {
  VARIABLE.lastIndex = from;
  return VARIABLE.exec(value)?.index ?? -1;
}

/** The value of a variable, as it is where it was given. */
function valueIn(name: string, scope: Scope | undefined, depth: number): string | undefined {
  let holder = scope;
  while (holder && !holder.values.has(name)) holder = holder.parent;
  const found = holder?.values.get(name);
  if (!found || found.isBeingResolved || found.given === "initial") return undefined;
  if ("resolved" in found) return found.resolved;
  found.isBeingResolved = true;
  found.resolved = resolve(found.given, holder, depth + 1);
  found.isBeingResolved = false;
  return found.resolved;
}
