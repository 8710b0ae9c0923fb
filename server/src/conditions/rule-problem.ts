import { isJsonObject, type Json } from "../foundation/json.ts";
import { GROUPS, OPERATORS } from "./operators.ts";
import { asksNothing, type Logic, logicOf, operatorsOf } from "./rule-shape.ts";

const NOT_ONE_OPERATOR = "a condition is an object with exactly one operator";
const SHOWN_CHARS = 50;

/**
 * What is wrong with a rule, independent of the data; undefined when it can be evaluated. A rule is also checked as a
 * whole before each evaluation: a typing error shows at once, not only with the data that reach it.
 */
export function ruleProblem(rule: Json): string | undefined {
  if (asksNothing(rule) || rule === true) return undefined;
  if (!logicOf(rule)) return NOT_ONE_OPERATOR;
  const { found, excess } = operatorsOf(rule);
  if (excess) return excess;
  for (const logic of found) {
    const problem = problemOf(logic);
    if (problem) return problem;
  }
  return undefined;
}

function problemOf(logic: Logic): string | undefined {
  const { operator, operands } = logic;
  const shown = `"${operator.slice(0, SHOWN_CHARS)}"`;
  if (operator === "var") return isPath(operands) ? undefined : `${shown} needs the path of a variable`;
  const group = GROUPS.get(operator);
  const takes = group ?? OPERATORS.get(operator)?.takes;
  if (!takes) return `unknown operator ${shown}`;
  if (operands.length < takes[0] || operands.length > takes[1]) {
    return `${shown} takes ${counted(takes)} and has ${operands.length}`;
  }
  if (group) return operands.some(isSeveralOperators) ? NOT_ONE_OPERATOR : undefined;
  return secondProblem(logic, shown);
}

function isPath([path, ...rest]: readonly Json[]): boolean {
  return typeof path === "string" && path !== "" && rest.length <= 1;
}

/** JSON-logic treats such an object as data, which counts as true: the step would always run. */
function isSeveralOperators(operand: Json): boolean {
  return isJsonObject(operand) && Object.keys(operand).length > 1;
}

function secondProblem({ operator, operands }: Logic, shown: string): string | undefined {
  const second = OPERATORS.get(operator)?.second;
  const written = operands[1] ?? null;
  return !second || logicOf(written) || second.fits(written) ? undefined : `${shown} needs ${second.is}`;
}

function counted([minimum, maximum]: readonly [number, number]): string {
  if (minimum === maximum) return `${minimum} ${minimum === 1 ? "operand" : "operands"}`;
  return `${minimum} or ${maximum} operands`;
}
