import { codesOf } from "./codes.ts";
import { lexemesOf } from "./lexemes.ts";
import type { Variable } from "./variable-list.ts";

/** A name that the text itself gives: of a loop, `assign` or `capture`. `of` is the path that it stands for. */
type LocalName = { name: string; of?: string; block?: "for" | "tablerow" };

const LOOP: readonly Variable[] = [
  { path: "forloop.index", type: "number", description: "From 1." },
  { path: "forloop.index0", type: "number", description: "From 0." },
  { path: "forloop.first", type: "true or false" },
  { path: "forloop.last", type: "true or false" },
  { path: "forloop.length", type: "number" },
];

/** The variables that the text itself makes before a place. */
export function localVariables(text: string, position: number, variables: readonly Variable[]): Variable[] {
  const names: LocalName[] = [];
  for (const { isTag, from, to, end } of codesOf(text.slice(0, position))) {
    if (isTag && end < position) apply(names, text.slice(from, to));
  }
  const made = names.flatMap((one) => membersOf(one, variables));
  return names.some(({ block }) => block === "for") ? [...made, ...LOOP] : made;
}

/** What a tag adds to the names, or ends. */
function apply(names: LocalName[], code: string): void {
  const [tag, name, ...rest] = lexemesOf(code, true).map(({ from, to }) => code.slice(from, to));
  if (tag === "endfor" || tag === "endtablerow") return endBlock(names, tag.slice(3));
  if (name === undefined) return;
  if (tag === "for" || tag === "tablerow") {
    const [, list = ""] = rest;
    names.push({ name, of: `${resolve(names, list)}[0]`, block: tag });
  }
  // What a filter makes of a value is of another kind.
  if (tag === "assign")
    names.push({ name, ...(rest.length === 2 ? { of: resolve(names, rest[1] ?? "") } : {}) });
  if (tag === "capture" || tag === "increment" || tag === "decrement") names.push({ name });
}

function endBlock(names: LocalName[], block: string): void {
  const last = names.findLastIndex((one) => one.block === block);
  if (last >= 0) names.splice(last, 1);
}

/** `item.tags` is `payload.items[0].tags` in a loop over the items. */
function resolve(names: readonly LocalName[], path: string): string {
  const root = /^[^.[]*/.exec(path)?.[0] ?? "";
  const known = names.findLast(({ name, of }) => name === root && of !== undefined);
  return known ? known.of + path.slice(root.length) : path;
}

function membersOf({ name, of }: LocalName, variables: readonly Variable[]): Variable[] {
  const inside = variables.filter(
    ({ path }) => of !== undefined && path.startsWith(of) && /^(?:[.[]|$)/.test(path.slice(of.length)),
  );
  const found = inside.map((one) => ({ ...one, path: name + one.path.slice(of?.length) }));
  return found.length > 0 ? found : [{ path: name, type: "any value" }];
}
