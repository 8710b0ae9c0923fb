import { CONDITION_UNITS, type ConditionUnit } from "@tidings/contract";
import type { Match } from "../../components/filter-words.ts";
import type { Row, RuleForm, Scalar, Span, Value, ValueKind } from "./rule-form.ts";
import { type Group, isRowOperator, type Json, ROW_OPERATORS } from "./rule-form.ts";

/** The form of a stored rule; undefined if the form cannot show exactly what the rule says. */
export function formOf(rule: Json | undefined): RuleForm | undefined {
  if (rule === undefined || asksNothing(rule)) return { match: "all", items: [] };
  const row = rowOf(rule);
  if (row) return { match: "all", items: [row] };
  const found = groupOf(rule);
  if (!found) return undefined;
  const { match, operands } = found;
  if (operands.length === 0) return match === "all" || match === "any" ? { match, items: [] } : undefined;
  const items = operands.map((operand) => rowOf(operand) ?? innerGroupOf(operand));
  return isComplete(items) ? { match, items } : undefined;
}

/** As in the engine: a rule without conditions lets the step run. */
function asksNothing(rule: Json): boolean {
  if (typeof rule === "object" && rule !== null) return Object.keys(rule).length === 0;
  return rule === null || rule === false || rule === "";
}

function innerGroupOf(condition: Json): Group | undefined {
  const found = groupOf(condition);
  if (!found || found.operands.length === 0) return undefined;
  const rows = found.operands.map(rowOf);
  return isComplete(rows) ? { kind: "group", match: found.match, rows } : undefined;
}

const isComplete = <T>(list: readonly (T | undefined)[]): list is readonly T[] => !list.includes(undefined);

type Found = { match: Match; operands: readonly Json[] };

/** `and`, `or`, and each of them negated; a single negated comparison is a group, too. */
function groupOf(condition: Json): Found | undefined {
  const { operator, operands } = logicOf(condition) ?? {};
  if (operands === undefined) return undefined;
  if (operator === "and" || operator === "or") return { match: operator === "and" ? "all" : "any", operands };
  const [only = null] = operands;
  if (operator !== "!" || operands.length !== 1) return undefined;
  const inner = logicOf(only);
  if (inner?.operator === "and") return { match: "not all", operands: inner.operands };
  return { match: "none", operands: inner?.operator === "or" ? inner.operands : [only] };
}

/** A comparison of one variable, whichever way it is written. */
function rowOf(condition: Json): Row | undefined {
  const logic = logicOf(condition);
  if (!logic) return undefined;
  if (logic.operator === "var") return made("!!", condition, [condition], condition);
  const { operator, operands } = turned(logic);
  return made(operator, operands[0] ?? null, operands, condition);
}

function made(operator: string, subject: Json, operands: readonly Json[], written: Json): Row | undefined {
  const variable = variableOf(subject);
  if (variable === undefined || !isRowOperator(operator)) return undefined;
  const kind: ValueKind = ROW_OPERATORS[operator];
  if (operands.length !== (kind === "none" ? 1 : 2)) return undefined;
  if (kind === "none") return { kind: "row", variable, operator, value: undefined, written };
  const value = READ[kind](operands[1] ?? null);
  return value === undefined ? undefined : { kind: "row", variable, operator, value, written };
}

type Logic = { operator: string; operands: readonly Json[] };

/** Names for the same operator. */
const SAME: Readonly<Record<string, string>> = { "=": "==", beginsWith: "startsWith" };
/** The operator when its operands change places. */
const MIRRORED: Readonly<Record<string, string>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  in: "contains",
};
const OF_NULL: Readonly<Record<string, string>> = { "==": "null", "!=": "notNull" };
const named = (names: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(names, name) ? names[name] : undefined;

/** The same comparison with the variable first. */
function turned({ operator: as, operands }: Logic): Logic {
  const operator = named(SAME, as) ?? as;
  const [first = null, second = null, third = null] = operands;
  if (operator === "<=" && operands.length === 3)
    return { operator: "between", operands: [second, [first, third]] };
  if (operands.length !== 2) return { operator, operands };
  const mirrored = variableOf(first) === undefined ? named(MIRRORED, operator) : undefined;
  const [subject, value] = mirrored ? [second, first] : [first, second];
  const ofNull = value === null ? named(OF_NULL, operator) : undefined;
  if (ofNull) return { operator: ofNull, operands: [subject] };
  return { operator: mirrored ?? operator, operands: [subject, value] };
}

/** How an operand is read; undefined for what the form cannot show. */
const READ: Readonly<Record<Exclude<ValueKind, "none">, (operand: Json) => Value>> = {
  scalar: (operand) => (isScalar(operand) ? operand : undefined),
  list: (operand) => (isScalars(operand) && !operand.includes("") ? operand : undefined),
  range: (operand) => (isScalars(operand) && operand.length === 2 ? operand : undefined),
  span: spanOf,
};

/** A text of several lines does not fit into a field. */
function isScalar(value: Json): value is Scalar {
  if (typeof value === "string") return !/[\n\r]/.test(value);
  return typeof value === "number" || typeof value === "boolean";
}

const isScalars = (value: Json): value is readonly Scalar[] => Array.isArray(value) && value.every(isScalar);

/** Other forms write the amount as a text. */
function spanOf(value: Json): Span | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { amount, unit, ...others } = value as { readonly [key: string]: Json };
  if (Object.keys(others).length > 0 || !CONDITION_UNITS.includes(unit as ConditionUnit)) return undefined;
  if (amount === "") return { amount: undefined, unit: unit as ConditionUnit };
  const number = typeof amount === "string" ? Number(amount) : amount;
  if (typeof number !== "number" || !Number.isFinite(number) || number <= 0) return undefined;
  return { amount: number, unit: unit as ConditionUnit };
}

/** Without a default; a path that is not typed yet is empty. */
function variableOf(operand: Json): string | undefined {
  const { operator, operands = [] } = logicOf(operand) ?? {};
  const [path] = operands;
  return operator === "var" && operands.length === 1 && typeof path === "string" ? path : undefined;
}

/** An object with exactly one member is an operator; a single operand may stand without a list. */
function logicOf(node: Json): Logic | undefined {
  if (typeof node !== "object" || node === null || Array.isArray(node)) return undefined;
  const entries = Object.entries(node as { readonly [key: string]: Json });
  const [[operator, operands] = ["", null]] = entries;
  if (entries.length !== 1) return undefined;
  return { operator, operands: Array.isArray(operands) ? operands : [operands] };
}
