import type { Json, JsonObject } from "../foundation/json.ts";
import type { Evaluation } from "./operator.ts";
import { OPERATORS } from "./operators.ts";
import { valueAt } from "./path.ts";
import { type RuleResult, verdict } from "./result.ts";
import { ruleProblem } from "./rule-problem.ts";
import { asksNothing, type Logic, logicOf } from "./rule-shape.ts";
import { isTruthy } from "./values.ts";
import { newWork, TOO_MUCH_WORK } from "./work.ts";

/** Does the rule pass for what the scope says now? A rule that asks nothing passes. */
export function evaluateRule(rule: Json, scope: JsonObject, now: Date): RuleResult {
  if (asksNothing(rule)) return verdict(true);
  const problem = ruleProblem(rule);
  if (problem) return failed(problem);
  const work = newWork();
  const passes = isTruthy(resolve(rule, { scope, now, work }));
  return work.left < 0 ? failed(TOO_MUCH_WORK) : verdict(passes);
}

function failed(problem: string): RuleResult {
  return { ok: false, problem: `Failed to evaluate rule: ${problem}` };
}

/** Recursion is safe here: ruleProblem has let no rule through that is deeper than MAX_DEPTH. */
function resolve(node: Json, evaluation: Evaluation): Json {
  if (Array.isArray(node)) return node.map((item) => resolve(item, evaluation));
  const logic = logicOf(node);
  return logic ? answerOf(logic, evaluation) : node;
}

function answerOf({ operator, operands }: Logic, evaluation: Evaluation): Json {
  const holds = (operand: Json) => isTruthy(resolve(operand, evaluation));
  switch (operator) {
    case "var":
      return variable(operands, evaluation);
    case "and":
      return operands.every(holds);
    case "or":
      // A group without conditions asks nothing, so it passes.
      return operands.length === 0 || operands.some(holds);
    case "!":
      return !operands.every(holds);
    case "!!":
      return operands.every(holds);
    default: {
      const values = operands.map((operand) => resolve(operand, evaluation));
      return OPERATORS.get(operator)?.passes(values, evaluation) ?? false;
    }
  }
}

/** `{"var": "payload.name"}`, or with what to take where there is nothing: `{"var": ["payload.name", "you"]}`. */
function variable([path, otherwise = null]: readonly Json[], evaluation: Evaluation): Json {
  return valueAt(evaluation.scope, path as string) ?? resolve(otherwise, evaluation);
}
