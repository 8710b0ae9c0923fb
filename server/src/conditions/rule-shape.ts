import { isJsonObject, type Json } from "../foundation/json.ts";

/** One operator with its operands, as JSON-logic writes it: `{"==": [a, b]}`, or `{"!": a}` for a single one. */
export type Logic = { operator: string; operands: readonly Json[] };

export const MAX_DEPTH = 50;
export const MAX_VALUES = 5_000;

/** An object with exactly one key is an operator; any other object is data. */
export function logicOf(node: Json): Logic | undefined {
  if (!isJsonObject(node)) return undefined;
  const [operator, ...others] = Object.keys(node);
  if (operator === undefined || others.length > 0) return undefined;
  const operands = node[operator] ?? null;
  return { operator, operands: Array.isArray(operands) ? operands : [operands] };
}

/** Whether the rule has no conditions: react-querybuilder writes `false` for a group without conditions. */
export function asksNothing(rule: Json): boolean {
  if (Array.isArray(rule)) return rule.length === 0;
  if (isJsonObject(rule)) return Object.keys(rule).length === 0;
  return rule === null || rule === false || rule === "";
}

/** All operators of a rule in reading order, and, when a limit stopped the reading, which one. */
export function operatorsOf(rule: Json): { found: Logic[]; excess?: string } {
  const found: Logic[] = [];
  const ahead = [{ node: rule, depth: 0 }];
  for (let values = 1; ; values++) {
    const next = ahead.pop();
    if (!next) return { found };
    if (next.depth > MAX_DEPTH) return { found, excess: "it is nested deeper than 50 levels" };
    if (values + ahead.length > MAX_VALUES) return { found, excess: "it has more than 5,000 values" };
    const logic = logicOf(next.node);
    if (logic) found.push(logic);
    const children = logic?.operands ?? (Array.isArray(next.node) ? next.node : []);
    if (children.length > MAX_VALUES) return { found, excess: "it has more than 5,000 values" };
    for (const node of children.toReversed()) ahead.push({ node, depth: next.depth + 1 });
  }
}
