import type { Channel } from "@tidings/contract";
import { evaluateRule } from "../../conditions/rule.ts";
import { evaluateFilters, type FilterScope } from "../../conditions/step-filter.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import { effective, type PreferenceLayer } from "../../preferences/merge-preferences.ts";
import { isChannelStep, type Step } from "../../workflows/workflow.ts";
import type { Decision, DecisionContext, Note, Run } from "../runs/run.ts";
import { scopeOf, subscriberScope } from "../runs/template-scope.ts";
import { isQuietHour } from "./schedule.ts";

type ChannelStep = Pick<Step, "type"> & { type: Channel };

/**
 * May the step happen at all? Its condition is asked first, then what the subscriber chose, then their quiet hours.
 * Undefined when nothing speaks against it.
 */
export function admit(run: Run, step: Step, context: DecisionContext): Decision | undefined {
  return (
    byCondition(run, step, context) ??
    byFilters(run, step) ??
    (isChannelStep(step) ? byChoice(run, step, context) : undefined)
  );
}

/** Polarity: the control is called `skip`, and the rule in it says when the step RUNS (wire-facts 5.3). */
function byCondition(run: Run, step: Step, { now, memo }: DecisionContext): Decision | undefined {
  const rule = step.controlValues.skip;
  if (rule === undefined || rule === null) return undefined;
  const result = memo.of(rule, run.payload, () =>
    evaluateRule(rule, scopeOf(run, now), now, run.budget.conditions),
  );
  if (!result.ok) return broken(step, result.problem);
  return result.passes ? undefined : passOver(step, { code: "condition_not_met" });
}

/** The older form of a condition: one of its groups must pass. */
function byFilters(run: Run, step: Step): Decision | undefined {
  if (!step.filters || step.filters.length === 0) return undefined;
  const result = evaluateFilters(step.filters, filterScopeOf(run), run.budget.conditions);
  if (!result.ok) return broken(step, result.problem);
  return result.passes ? undefined : passOver(step, { code: "condition_not_met" });
}

const FILTERED_BY: Record<PreferenceLayer, DetailCode> = {
  workflow: "filtered_by_workflow",
  user: "filtered_by_user",
  global: "filtered_by_global",
  subscriber_workflow: "filtered_by_subscriber",
};

function byChoice(run: Run, step: ChannelStep, context: DecisionContext): Decision | undefined {
  const { workflow, choices, notification } = run;
  const ofWorkflow = choices?.ofWorkflows.get(notification.workflowId);
  const { channels, decidedBy } = effective({
    definition: workflow.definition,
    global: choices?.global,
    ofWorkflow,
  });
  if (!channels[step.type])
    return passOver(step, { code: FILTERED_BY[decidedBy[step.type]], raw: { channels } });
  return isQuietHour(run, step.type, context) ? passOver(step, { code: "outside_schedule" }) : undefined;
}

export function filterScopeOf({ payload, subscriber }: Run): FilterScope {
  return { payload, subscriber: subscriber ? subscriberScope(subscriber) : {} };
}

export function broken(step: Step, problem: string): Decision {
  const details: Note[] = [{ code: "condition_failed", raw: { reason: problem } }];
  return { kind: "fail", details, endsRun: !isChannelStep(step) };
}

/** What carries something is canceled; what only orders the other steps is skipped (wire-facts 5.1). */
function passOver(step: Pick<Step, "type">, note: Note): Decision {
  return { kind: "pass_over", status: isChannelStep(step) ? "canceled" : "skipped", details: [note] };
}

/** A step's own values, without the rule that says when it runs. */
export function withoutRule({ skip: _, ...values }: JsonObject): JsonObject {
  return values;
}
