import { evaluateRule } from "../../conditions/rule.ts";
import { evaluateFilters } from "../../conditions/step-filter.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import { choicesFor, effective, type PreferenceLayer } from "../../preferences/merge-preferences.ts";
import { isChannelStep, type Step } from "../../workflows/workflow.ts";
import type { Decision, Note } from "../runs/decision.ts";
import type { DecisionContext, Run, RunJob } from "../runs/run.ts";
import { filterScopeOf, scopeOf } from "../runs/template-scope.ts";
import { factsOfRule, ruleOf } from "./facts.ts";

/** What a guard may look at. */
export type GuardInput = { run: Run; job: RunJob; step: Step; context: DecisionContext };

/** One reason not to run a step: the decision when it applies, else undefined. Pure. */
export type Guard = (input: GuardInput) => Decision | undefined;

/** Conditions are checked before a step begins, and again before a repeated message of a channel step. */
function isBeforeStart({ job, step }: GuardInput): boolean {
  return job.status === "queued" || isChannelStep(step);
}

/** The control is called `skip`, but the rule in it says when the step RUNS. */
export function conditionNotMet(input: GuardInput): Decision | undefined {
  const { run, step, context } = input;
  const rule = step.controlValues.skip;
  if (rule === undefined || rule === null || !isBeforeStart(input)) return undefined;
  const { now, memo } = context;
  const result = memo.of(rule, run.payload, () =>
    evaluateRule(rule, scopeOf(run, context), now, run.budget.conditions),
  );
  if (!result.ok) return conditionFailed(step, result.problem);
  if (result.passes) return undefined;
  return passOver(step, { code: "condition_not_met", raw: factsOfRule(rule, scopeOf(run, context)) });
}

/** The older form of a condition: at least one of its groups must pass. */
export function filtersNotMet(input: GuardInput): Decision | undefined {
  const { run, step } = input;
  if (!step.filters || step.filters.length === 0 || !isBeforeStart(input)) return undefined;
  const result = evaluateFilters(step.filters, filterScopeOf(run), run.budget.conditions);
  if (!result.ok) return conditionFailed(step, result.problem);
  if (result.passes) return undefined;
  return passOver(step, { code: "condition_not_met", raw: ruleOf(step.filters) });
}

const FILTERED_BY: Record<PreferenceLayer, DetailCode> = {
  workflow: "filtered_by_workflow",
  user: "filtered_by_user",
  global: "filtered_by_global",
  subscriber_workflow: "filtered_by_subscriber",
};

/** Preferences switch channels off, not other steps. */
export function switchedOffByPreferences({ run, step }: GuardInput): Decision | undefined {
  if (!isChannelStep(step)) return undefined;
  const { workflow, choices, notification } = run;
  const ofWorkflow = choices?.ofWorkflows.get(notification.workflowId);
  const given = { definition: workflow.definition, global: choices?.global, ofWorkflow };
  const { channels, decidedBy } = effective(given);
  if (channels[step.type]) return undefined;
  const raw = { channels, layers: choicesFor(step.type, given) };
  return passOver(step, { code: FILTERED_BY[decidedBy[step.type]], raw });
}

export function conditionFailed(step: Step, problem: string): Decision {
  const details: Note[] = [{ code: "condition_failed", raw: { reason: problem } }];
  return { kind: "fail", details, endsRun: !isChannelStep(step) };
}

/** A channel step that does not run is canceled; a step that only orders the others is skipped. */
export function passOver(step: Pick<Step, "type">, note: Note): Decision {
  return { kind: "pass_over", status: isChannelStep(step) ? "canceled" : "skipped", details: [note] };
}

/** A step's own values, without the rule that says when it runs. */
export function withoutRule({ skip: _, ...values }: JsonObject): JsonObject {
  return values;
}
