import type { StepIssues, WorkflowStatus } from "@tidings/contract";
import type { Queryable } from "../database/database.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import { inferPayloadSchema } from "./payload-schema.ts";
import { readTemplates } from "./read-templates.ts";
import { type Connection, findStepIssues } from "./step-issues.ts";
import { variablesSchema } from "./step-variables.ts";
import type { Step, Workflow } from "./workflow.ts";
import { lastTriggeredAt } from "./workflow-list-store.ts";

/** A workflow as an editor needs it. Nothing of it is stored beside the workflow, so nothing of it grows stale. */
export type WorkflowReview = {
  workflow: Workflow;
  steps: StepReview[];
  status: WorkflowStatus;
  lastTriggeredAt: Date | undefined;
};

/** A step with the variables it may use and what is wrong with it. */
export type StepReview = { step: Step; variables: JsonObject; issues: StepIssues | undefined };

export type ReviewParts = { database: Queryable; integrations: IntegrationStore };

/** Looks workflows through against the integrations their environment has now. */
export async function reviewWorkflows(
  { database, integrations }: ReviewParts,
  environmentId: string,
  workflows: readonly Workflow[],
): Promise<WorkflowReview[]> {
  const ids = workflows.map(({ id }) => id);
  const connections = await integrations.list(database, environmentId);
  const triggered = await lastTriggeredAt(database, environmentId, ids);
  const reviews: WorkflowReview[] = [];
  for (const workflow of workflows) {
    const steps = await reviewSteps(workflow, connections);
    const status = statusOf(workflow, steps);
    reviews.push({ workflow, steps, status, lastTriggeredAt: triggered.get(workflow.id) });
  }
  return reviews;
}

export async function reviewWorkflow(
  parts: ReviewParts,
  environmentId: string,
  workflow: Workflow,
): Promise<WorkflowReview> {
  const [review] = await reviewWorkflows(parts, environmentId, [workflow]);
  return review as WorkflowReview;
}

export async function reviewSteps(
  { definition }: Pick<Workflow, "definition">,
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

function statusOf({ isActive }: Workflow, steps: readonly StepReview[]): WorkflowStatus {
  if (steps.some(({ issues }) => issues !== undefined)) return "ERROR";
  return isActive ? "ACTIVE" : "INACTIVE";
}
