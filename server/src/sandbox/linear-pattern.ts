import { RE2JS } from "re2js";

/** What Ajv needs of a compiled pattern. */
type Pattern = { test(text: string): boolean; toString(): string };

/**
 * A regular expression whose matching takes time linear in the text (RE2's algorithm in JavaScript). `\s` means the
 * white space of ASCII there. Look-around, back references and repetitions above 1,000 are unknown to RE2: such a
 * pattern runs in V8's own engine, and the deadline of the thread ends it where it backtracks for too long.
 */
export function linearPattern(source: string, flags = ""): Pattern {
  const pattern = linear(source) ?? new RegExp(source, flags);
  return { test: (text) => pattern.test(text), toString: () => `/${source}/${flags}` };
}

/** Whether RE2JS is the engine of the pattern. */
export function isLinear(source: string): boolean {
  return linear(source) !== undefined;
}

function linear(source: string): { test(text: string): boolean } | undefined {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    return { test: (text) => compiled.matcher(text).find() };
  } catch {
    return undefined;
  }
}
