import { CONDITION_OPERATORS } from "@tidings/contract";

/** A JSON-logic rule in words; parts that have no words here stand as JSON. */
export function ruleInWords(rule: unknown): string {
  const [operator, operands] = operationOf(rule) ?? [];
  if (operator === undefined || operands === undefined) return valueInWords(rule);
  const join = JOINS.get(operator);
  if (join) return operands.map((one) => grouped(one, operator)).join(join);
  const [first, second, third] = operands;
  if (operator === "!" && operands.length === 1) return negated(first);
  if (second === null && operands.length === 2 && OF_NULL.has(operator))
    return sentence(OF_NULL.get(operator), first);
  if (operator === "in" && isVariable(second) && !isVariable(first))
    return sentence("contains", second, first);
  if (third !== undefined && operands.length === 3 && (operator === "<" || operator === "<="))
    return `${sentence(operator, first, second)} and ${sentence(operator, second, third)}`;
  const takes = CONDITION_OPERATORS[operator]?.takes;
  return takes?.[0] === operands.length ? sentence(operator, first, second) : JSON.stringify(rule);
}

/** Maps, because the names come from rules. */
const OF_NULL = new Map([
  ["==", "null"],
  ["=", "null"],
  ["!=", "notNull"],
]);
const JOINS = new Map([
  ["and", " and "],
  ["or", " or "],
]);

function negated(operand: unknown): string {
  return isVariable(operand) ? `${valueInWords(operand)} is false or empty` : `not (${ruleInWords(operand)})`;
}

/** The operator's sentence about its operands. */
function sentence(operator: string | undefined, first: unknown, second?: unknown): string {
  const { sentence: text = "", operands = [] } = CONDITION_OPERATORS[operator ?? ""] ?? {};
  const isRange = operands[1] === "range" && Array.isArray(second);
  const shown = isRange ? second.map(valueInWords).join(" and ") : valueInWords(second);
  return text.replace(/\{([12])\}/g, (_, place) => (place === "1" ? valueInWords(first) : shown));
}

/** A group inside of another kind of group is set in brackets. */
function grouped(rule: unknown, within: string): string {
  const [operator] = operationOf(rule) ?? [];
  const words = ruleInWords(rule);
  return operator !== undefined && operator !== within && JOINS.has(operator) ? `(${words})` : words;
}

/** A value as a reader writes it; a variable by its path. */
export function valueInWords(value: unknown): string {
  const variable = variableOf(value);
  if (variable !== undefined) return variable;
  if (value === undefined || value === null) return "not set";
  if (Array.isArray(value)) return value.map(valueInWords).join(", ");
  const length = lengthInWords(value);
  if (length !== undefined) return length;
  return typeof value === "string" ? `“${value}”` : JSON.stringify(value);
}

/** `{amount: 5, unit: "days"}`: 5 days. */
function lengthInWords(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("unit" in value)) return undefined;
  const { amount, unit } = value as { amount?: unknown; unit: unknown };
  if (typeof unit !== "string" || Object.keys(value).some((key) => key !== "amount" && key !== "unit"))
    return undefined;
  return `${amount ?? "…"} ${Number(amount) === 1 ? unit.replace(/s$/, "") : unit}`;
}

/** The paths of the variables in a rule, each once. */
export function variablesIn(rule: unknown): readonly string[] {
  const variable = variableOf(rule);
  if (variable !== undefined) return [variable];
  const parts = typeof rule === "object" && rule !== null ? Object.values(rule) : [];
  return [...new Set(parts.flatMap(variablesIn))];
}

const isVariable = (value: unknown) => variableOf(value) !== undefined;

function variableOf(value: unknown): string | undefined {
  const [operator, operands] = operationOf(value) ?? [];
  const path = operands?.[0];
  return operator === "var" && typeof path === "string" ? path : undefined;
}

function operationOf(rule: unknown): [string, readonly unknown[]] | undefined {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return undefined;
  const entries = Object.entries(rule);
  const [first] = entries;
  if (!first || entries.length !== 1) return undefined;
  return [first[0], Array.isArray(first[1]) ? first[1] : [first[1]]];
}
