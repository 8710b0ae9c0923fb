import { RE2JS } from "re2js";

/** A compiled pattern, as Ajv uses it. */
type Pattern = { test(text: string): boolean; toString(): string };

/**
 * A regular expression that matches in linear time (RE2's algorithm in JavaScript). `\s` is ASCII white space there. RE2
 * does not support look-around, back references and repetitions above 1,000: such a pattern runs in V8's own engine, and
 * the budget of the task ends it when it backtracks for too long.
 */
export function linearPattern(source: string, flags = ""): Pattern {
  const pattern = linear(source) ?? new RegExp(source, flags);
  return { test: (text) => pattern.test(text), toString: () => `/${source}/${flags}` };
}

/** Whether RE2JS supports the pattern. */
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
