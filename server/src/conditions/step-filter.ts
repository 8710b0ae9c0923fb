import type { FieldFilterPart, StepFilter } from "@tidings/contract";
import type { JsonObject } from "../foundation/json.ts";
import { FILTER_OPERATORS, valuesIn } from "./filter-operators.ts";
import { valueAt } from "./path.ts";
import { type RuleResult, verdict } from "./result.ts";
import { affordComparison, newWork, settleWork, TOO_MUCH_WORK, type Work } from "./work.ts";

/** The data that filters read; `render` fills in the variables of a filter's value. */
export type FilterScope = {
  payload: JsonObject;
  subscriber: JsonObject;
  render?: (value: string) => string;
};

/**
 * A list passes when one of its groups passes, or when it has no groups.
 * @param ofRun the remaining work budget of the run.
 */
export function evaluateFilters(
  filters: readonly StepFilter[],
  scope: FilterScope,
  ofRun?: Work,
): RuleResult {
  const work = newWork(ofRun);
  const before = work.left;
  const result = evaluateGroups(filters, scope, work);
  settleWork(ofRun, before, work);
  return work.left < 0 ? failed(TOO_MUCH_WORK) : result;
}

function evaluateGroups(filters: readonly StepFilter[], scope: FilterScope, work: Work): RuleResult {
  for (const filter of filters) {
    const result = evaluateGroup(filter, scope, work);
    if (work.left < 0 || !result.ok || result.passes) return result;
  }
  return verdict(filters.length === 0);
}

function failed(problem: string): RuleResult {
  return { ok: false, problem: `Failed to evaluate filter: ${problem}` };
}

/** A group without comparisons passes, also when it is negated. */
function evaluateGroup(
  { children, value, isNegated }: StepFilter,
  scope: FilterScope,
  work: Work,
): RuleResult {
  if (children.length === 0) return verdict(true);
  const decides = value === "OR";
  for (const part of children) {
    const result = evaluatePart(part, scope, work);
    if (!result.ok || work.left < 0) return result;
    if (result.passes === decides) return verdict(decides !== isNegated);
  }
  return verdict(decides === isNegated);
}

function evaluatePart(part: FieldFilterPart, scope: FilterScope, work: Work): RuleResult {
  const problem = problemOf(part);
  if (problem) return failed(problem);
  const value = scope.render?.(part.value) ?? part.value;
  if (part.operator.endsWith("BETWEEN") && valuesIn(value).length !== 2) {
    return failed(`${part.operator} needs two values, as in "18, 65"`);
  }
  const actual = valueAt(scope[part.on], part.field);
  if (!affordComparison([actual, value], work)) return verdict(false);
  return verdict(FILTER_OPERATORS[part.operator](actual, value, work));
}

/** Rows stored by older versions or other programs may not match the types. */
function problemOf({ on, operator }: FieldFilterPart): string | undefined {
  if (on !== "payload" && on !== "subscriber") return `"on" is payload or subscriber, not "${on}"`;
  return Object.hasOwn(FILTER_OPERATORS, operator) ? undefined : `unknown operator "${operator}"`;
}
