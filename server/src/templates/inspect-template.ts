import type { Liquid } from "liquidjs";
import { createEngine } from "./engine.ts";
import { reasonFor } from "./failure.ts";
import { oversizeReason } from "./limits.ts";
import { isTemplate } from "./template-strings.ts";
import { outerVariables } from "./variables.ts";

let engine: Liquid | undefined;

/**
 * The outer variables of a template (`payload.name`), and its syntax error if it has one. It only parses and never
 * renders, so it may run in any thread; 100 kB take 20 ms, 100 ms in the worst case.
 */
export function inspectTemplate(text: string): { variables: string[]; error?: string } {
  if (!isTemplate(text)) return { variables: [] };
  const error = oversizeReason(text);
  if (error !== undefined) return { variables: [], error };
  engine ??= createEngine("none");
  try {
    return { variables: outerVariables(engine.parse(text)) };
  } catch (problem) {
    return { variables: [], error: reasonFor(problem) };
  }
}
