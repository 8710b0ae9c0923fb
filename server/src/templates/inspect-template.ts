import type { Liquid } from "liquidjs";
import type { Inspection } from "../sandbox/tasks.ts";
import { unknownDirectives } from "./date-directives.ts";
import { createEngine } from "./engine.ts";
import { reasonFor } from "./failure.ts";
import { oversizeReason } from "./limits.ts";
import { isTemplate } from "./template-strings.ts";
import { outerVariables } from "./variables.ts";

let engine: Liquid | undefined;

/**
 * The outer variables of a template (`payload.name`), its syntax error if it has one, and its unknown directives of `date`. It only
 * parses and never
 * renders, so it may run in any thread; 100 kB take 20 ms, 100 ms in the worst case.
 */
export function inspectTemplate(text: string): Inspection {
  if (!isTemplate(text)) return { variables: [] };
  const error = oversizeReason(text);
  if (error !== undefined) return { variables: [], error };
  engine ??= createEngine("none");
  try {
    const parsed = engine.parse(text);
    const unknown = unknownDirectives(parsed);
    return {
      variables: outerVariables(parsed),
      ...(unknown.length > 0 ? { unknownDirectives: unknown } : {}),
    };
  } catch (problem) {
    return { variables: [], error: reasonFor(problem) };
  }
}
