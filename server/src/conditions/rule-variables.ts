import type { Json } from "../foundation/json.ts";
import { operatorsOf } from "./rule-shape.ts";

/** The variables of a rule, each once, as they are written: `payload.order.total`. */
export function variablesOfRule(rule: Json): string[] {
  const paths = operatorsOf(rule).found.map(({ operator, operands }) =>
    operator === "var" ? operands[0] : undefined,
  );
  return [...new Set(paths)].filter((path) => typeof path === "string" && path !== "") as string[];
}
