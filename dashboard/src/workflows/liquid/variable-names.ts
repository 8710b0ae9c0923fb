import { codesOf } from "./codes.ts";
import { lexemesOf } from "./lexemes.ts";

/** A variable in a text, by the name that the service gives it: `payload.items[0].name`. */
export type Use = { name: string; from: number; to: number };

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u;
const STEP = /\.([^.[]*)|\[(\d+)\]|\[(?:"([^"]*)"|'([^']*)')\]|\[([^\]]*)\]?/g;

/** A member of a path: `.name`, or `["my name"]`. */
export const member = (name: string): string => (PLAIN_NAME.test(name) ? `.${name}` : `["${name}"]`);

/** The name of a variable as the service writes it: an index that is itself a variable is `[*]`. */
export function nameOf(path: string): string {
  const root = /^[^.[]*/.exec(path)?.[0] ?? "";
  const steps = [...path.slice(root.length).matchAll(STEP)].map(([, plain, index, double, single]) => {
    const name = plain ?? double ?? single;
    if (name !== undefined) return member(name);
    return index === undefined ? "[*]" : `[${index}]`;
  });
  return root + steps.join("");
}

/** All variables that a text uses, in their order; one inside the index of another follows it. */
export function usesOf(text: string): Use[] {
  return codesOf(text).flatMap(({ from, to, isTag }) =>
    lexemesOf(text.slice(from, to), isTag, from)
      .filter(({ kind }) => kind === "variable")
      .flatMap((token) => usesAt(text, token)),
  );
}

function usesAt(text: string, { from, to }: { from: number; to: number }): Use[] {
  const path = text.slice(from, to);
  const indices = [...path.matchAll(/\[([\p{L}_][^\]]*)\]/gu)];
  const inner = indices.map((found) => {
    const at = from + found.index + 1;
    return { from: at, to: at + (found[1] ?? "").length };
  });
  return [
    { name: nameOf(path), from, to },
    ...inner.map((at) => ({ name: nameOf(text.slice(at.from, at.to)), ...at })),
  ];
}

/** The service cuts long names. */
export const isNamed = (use: Use, name: string): boolean =>
  use.name === name || (name.length >= 200 && use.name.startsWith(name));

/** The text with another variable in place of one. */
export function withVariable(text: string, name: string, other: string): string {
  const uses = usesOf(text).filter((use) => isNamed(use, name));
  return uses.reduceRight(
    (changed, { from, to }) => changed.slice(0, from) + other + changed.slice(to),
    text,
  );
}
