import { AppError } from "../foundation/app-error.ts";
import { referenceOf, type StepReference } from "./slug.ts";
import type { Step, Workflow } from "./workflow.ts";

/**
 * Finds a step by id, key or slug. `place` is its index.
 * @throws AppError bad_request if there is no such step: an unknown step is a 400.
 */
export function needStep(
  { definition: { steps } }: Workflow,
  params: { workflowId: string; stepId: string },
): { step: Step; place: number } {
  const { id, key }: StepReference = referenceOf(params.stepId);
  const step = steps.find((one) => one.id === id) ?? steps.find((one) => one.stepKey === key);
  if (!step) throw new AppError("bad_request", "No step found", { facts: { ...params } });
  return { step, place: steps.indexOf(step) };
}
