import type { StepIssues, WorkflowStatus } from "@tidings/contract";
import { inferPayloadSchema } from "./payload-schema.ts";
import { readTemplates } from "./read-templates.ts";
import { type Connection, findStepIssues } from "./step-issues.ts";
import { variablesSchema } from "./step-variables.ts";
import type { Step, Workflow } from "./workflow.ts";
import type { JsonObject } from "../foundation/json.ts";

/** A step as an editor needs it: with the variables it may use and what is wrong with it. */
export type StepReview = { step: Step; variables: JsonObject; issues: StepIssues | undefined };

/**
 * Looks all steps through against the integrations there are now; nothing of it is stored, so nothing of it grows
 * stale.
 */
export async function reviewSteps(
  { definition }: Workflow,
  connections: readonly Connection[],
): Promise<StepReview[]> {
  const { steps, payloadSchema } = definition;
  const readings = await readTemplates(steps);
  const used = new Set(readings.flat().flatMap(({ variables }) => variables));
  const payload = payloadSchema ?? inferPayloadSchema(used);
  return steps.map((step, index) => {
    const variables = variablesSchema(steps.slice(0, index), payload);
    const surroundings = { readings: readings[index] ?? [], variables, connections };
    return { step, variables, issues: findStepIssues(step, surroundings) };
  });
}

export function statusOf({ isActive }: Workflow, reviews: readonly StepReview[]): WorkflowStatus {
  if (reviews.some(({ issues }) => issues !== undefined)) return "ERROR";
  return isActive ? "ACTIVE" : "INACTIVE";
}
