/** A JSON-logic rule in words; parts that have no words here stand as JSON. */
export function ruleInWords(rule: unknown): string {
  const [operator, operands] = operationOf(rule) ?? [];
  if (operator === undefined || operands === undefined) return valueInWords(rule);
  const join = JOINS[operator];
  if (join) return operands.map((one) => grouped(one, operator)).join(join);
  if (operator === "!" && operands.length === 1) return `not (${ruleInWords(operands[0])})`;
  if (operator === "!!" && operands.length === 1) return `${valueInWords(operands[0])} is set`;
  const relation = RELATIONS[operator];
  if (relation && operands.length === 2) {
    const [left, right] = operator === "in" && isVariable(operands[1]) ? [...operands].reverse() : operands;
    const word = operator === "in" && left === operands[1] ? "contains" : relation;
    return `${valueInWords(left)} ${word} ${valueInWords(right)}`;
  }
  return JSON.stringify(rule);
}

/** A group inside of another kind of group is set in brackets. */
function grouped(rule: unknown, within: string): string {
  const [operator] = operationOf(rule) ?? [];
  const words = ruleInWords(rule);
  return operator !== undefined && operator !== within && JOINS[operator] ? `(${words})` : words;
}

const JOINS: Readonly<Record<string, string>> = { and: " and ", or: " or " };
const RELATIONS: Readonly<Record<string, string>> = {
  "==": "is",
  "===": "is",
  "!=": "is not",
  "!==": "is not",
  ">": "is more than",
  ">=": "is at least",
  "<": "is less than",
  "<=": "is at most",
  in: "is one of",
  contains: "contains",
  startsWith: "starts with",
  endsWith: "ends with",
};

/** A value as a reader writes it; a variable by its path. */
export function valueInWords(value: unknown): string {
  const variable = variableOf(value);
  if (variable !== undefined) return variable;
  if (value === undefined || value === null) return "not set";
  if (Array.isArray(value)) return value.map(valueInWords).join(", ");
  return typeof value === "string" ? `“${value}”` : JSON.stringify(value);
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
