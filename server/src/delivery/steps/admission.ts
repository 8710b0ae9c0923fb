import { evaluateRule } from "../../conditions/rule.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isChannelStep, type Step } from "../../workflows/workflow.ts";
import type { Decision, Note, Run, Surroundings } from "../run.ts";
import { scopeOf } from "../scope.ts";

/**
 * May the step happen at all? Its condition is asked first. Undefined when nothing speaks against it.
 * (Polarity: the control is called `skip`, and the rule in it says when the step RUNS, wire-facts 5.3.)
 */
export function admit(run: Run, step: Step, { now }: Surroundings): Decision | undefined {
  const rule = step.controlValues.skip;
  if (rule === undefined || rule === null) return undefined;
  const result = evaluateRule(rule, scopeOf(run), now);
  if (!result.ok) return broken(step, result.problem);
  return result.passes ? undefined : passOver(step, { code: "condition_not_met" });
}

function broken(step: Step, problem: string): Decision {
  const details: Note[] = [{ code: "condition_failed", raw: { reason: problem } }];
  return { kind: "fail", details, endsRun: !isChannelStep(step) };
}

/** What carries something is canceled; what only orders the other steps is skipped (wire-facts 5.1). */
function passOver(step: Step, note: Note): Decision {
  return { kind: "pass_over", status: isChannelStep(step) ? "canceled" : "skipped", details: [note] };
}

/** A step's own values, without the rule that says when it runs. */
export function withoutRule({ skip: _, ...values }: JsonObject): JsonObject {
  return values;
}
