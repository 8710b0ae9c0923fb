import type { Json, JsonObject } from "../foundation/json.ts";
import type { Evaluation } from "./operator.ts";
import { OPERATORS } from "./operators.ts";
import { variableAt } from "./path.ts";
import { type RuleResult, verdict } from "./result.ts";
import { ruleProblem } from "./rule-problem.ts";
import { asksNothing, type Logic, logicOf } from "./rule-shape.ts";
import { isTruthy } from "./values.ts";
import { affordComparison, newWork, settleWork, TOO_MUCH_WORK, type Work } from "./work.ts";

/**
 * Evaluates a rule with the variables of `scope`. A rule without conditions passes.
 * @param ofRun the remaining work budget of the run.
 */
export function evaluateRule(rule: Json, scope: JsonObject, now: Date, ofRun?: Work): RuleResult {
  if (asksNothing(rule)) return verdict(true);
  const problem = knownProblem(rule);
  if (problem) return failed(problem);
  const work = newWork(ofRun);
  const before = work.left;
  const passes = isTruthy(resolve(rule, { scope, now, work }));
  settleWork(ofRun, before, work);
  return work.left < 0 ? failed(TOO_MUCH_WORK) : verdict(passes);
}

const problems = new WeakMap<object, { problem: string | undefined }>();

/** Workflow versions never change, so a rule is checked only once. */
function knownProblem(rule: Json): string | undefined {
  if (typeof rule !== "object" || rule === null) return ruleProblem(rule);
  const known = problems.get(rule) ?? { problem: ruleProblem(rule) };
  problems.set(rule, known);
  return known.problem;
}

function failed(problem: string): RuleResult {
  return { ok: false, problem: `Failed to evaluate rule: ${problem}` };
}

/** Recursion is safe here: ruleProblem rejects rules deeper than MAX_DEPTH. */
function resolve(node: Json, evaluation: Evaluation): Json {
  if (Array.isArray(node)) return node.map((item) => resolve(item, evaluation));
  const logic = logicOf(node);
  return logic ? answerOf(logic, evaluation) : node;
}

function answerOf({ operator, operands }: Logic, evaluation: Evaluation): Json {
  const holds = (operand: Json) => evaluation.work.left >= 0 && isTruthy(resolve(operand, evaluation));
  switch (operator) {
    case "var":
      return variable(operands, evaluation);
    case "and":
      return operands.every(holds);
    case "or":
      // A group without conditions passes.
      return operands.length === 0 || operands.some(holds);
    case "!":
      return !operands.every(holds);
    case "!!":
      return operands.every(holds);
    default: {
      const values = operands.map((operand) => resolve(operand, evaluation));
      if (!affordComparison(values, evaluation.work)) return false;
      return OPERATORS.get(operator)?.passes(values, evaluation) ?? false;
    }
  }
}

/** `{"var": "payload.name"}`, or with a default: `{"var": ["payload.name", "you"]}`. */
function variable([path, otherwise = null]: readonly Json[], evaluation: Evaluation): Json {
  return variableAt(evaluation.scope, path as string) ?? resolve(otherwise, evaluation);
}
