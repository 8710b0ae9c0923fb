import { evaluateFilters } from "../../conditions/step-filter.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { Decision, Delivery } from "../runs/decision.ts";
import type { Run } from "../runs/run.ts";
import { filterScopeOf } from "../runs/template-scope.ts";
import { conditionFailed } from "./step-guards.ts";

/** The delivery with the control values of the first variant that fits the run; without one, those of the step. */
export function inVariant(run: Run, step: Step, delivery: Delivery): Decision {
  const scope = filterScopeOf(run);
  for (const { name, filters, controlValues } of step.variants ?? []) {
    const result = evaluateFilters(filters, scope, run.budget.conditions);
    if (!result.ok) return conditionFailed(step, result.problem);
    if (!result.passes) continue;
    const raw = name === undefined ? {} : { raw: { variant: name } };
    return {
      ...delivery,
      controls: controlValues,
      details: [{ code: "variant_chosen", ...raw }, ...delivery.details],
    };
  }
  return delivery;
}
