import { setImmediate } from "node:timers/promises";
import type { StepIssues, WorkflowStatus } from "@tidings/contract";
import type { Queryable } from "../database/database.ts";
import type { WorkflowId } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Log } from "../foundation/log.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { InspectTexts } from "../templates/inspect-texts.ts";
import { inferPayloadSchema } from "./payload-schema.ts";
import { type ChannelIntegration, findStepIssues } from "./step-issues.ts";
import { variablesSchema } from "./step-variables.ts";
import { readingsOf } from "./stored-readings.ts";
import type { Step, Workflow, WorkflowDefinition, WorkflowReadings } from "./workflow.ts";
import { type ListedWorkflow, lastTriggeredAt, portionsOf, readListed } from "./workflow-list-store.ts";

/**
 * A workflow with the results of its review. The readings of its texts are stored with the version; issues that depend
 * on the environment's integrations are found at each read, so they are never stale.
 */
export type WorkflowReview = {
  workflow: Workflow;
  steps: StepReview[];
  status: WorkflowStatus;
  lastTriggeredAt: Date | undefined;
};

/** A step with a JSON Schema of the variables it may use, and its issues. */
export type StepReview = { step: Step; variables: JsonObject; issues: StepIssues | undefined };

export type ReviewParts = {
  database: Queryable;
  integrations: IntegrationStore;
  inspectTexts: InspectTexts;
  log: Log;
};

/**
 * Reviews listed workflows against the current integrations of their environment. It reads 8 MB of definitions at a
 * time
 * and yields to other requests between two workflows. A workflow that cannot be reviewed gets the status ERROR and does
 * not stop the others.
 */
export async function* reviewListed(
  parts: ReviewParts,
  environmentId: string,
  listed: readonly ListedWorkflow[],
): AsyncGenerator<WorkflowReview> {
  const context = await readReviewContext(parts, environmentId, listed);
  for (const portion of portionsOf(listed)) {
    const workflows = await readListed(parts.database, environmentId, portion);
    const readings = await readingsOf(parts, environmentId, workflows);
    for (const workflow of workflows) {
      await setImmediate();
      yield reviewOrFailure(workflow, readings.get(workflow.id), context);
    }
  }
}

/** Reviews one workflow in the same way. */
export async function reviewWorkflow(
  parts: ReviewParts,
  environmentId: string,
  workflow: Workflow,
): Promise<WorkflowReview> {
  const context = await readReviewContext(parts, environmentId, [workflow]);
  const readings = await readingsOf(parts, environmentId, [workflow]);
  return reviewOrFailure(workflow, readings.get(workflow.id), context);
}

type ReviewContext = {
  integrations: readonly ChannelIntegration[];
  triggeredAt: Map<WorkflowId, Date>;
  log: Log;
};

async function readReviewContext(
  { database, integrations: store, log }: ReviewParts,
  environmentId: string,
  workflows: readonly Pick<Workflow, "id">[],
): Promise<ReviewContext> {
  const ids = workflows.map(({ id }) => id);
  const integrations = await store.list(database, environmentId);
  return { integrations, triggeredAt: await lastTriggeredAt(database, environmentId, ids), log };
}

function reviewOrFailure(
  workflow: Workflow,
  readings: WorkflowReadings | undefined,
  { integrations, triggeredAt, log }: ReviewContext,
): WorkflowReview {
  const known = { workflow, lastTriggeredAt: triggeredAt.get(workflow.id) };
  try {
    if (!readings) return { ...known, ...unreviewed(workflow) };
    const steps = reviewSteps(workflow.definition, readings, integrations);
    return { ...known, steps, status: statusOf(workflow, steps) };
  } catch (error) {
    log.error({ err: error, workflowId: workflow.id }, "could not review a workflow");
    return { ...known, ...unreviewed(workflow) };
  }
}

/** One issue, at the first step: nothing is known about the others. */
function unreviewed({ definition }: Workflow): Pick<WorkflowReview, "steps" | "status"> {
  const message = "The server cannot check this workflow. Write its steps again, or delete it.";
  const issue = { issueType: "ILLEGAL_VARIABLE_IN_CONTROL_VALUE", message } as const;
  const steps = definition.steps.map((step, index) => ({
    step,
    variables: {},
    issues: index === 0 ? { controls: { controlValues: [issue] } } : undefined,
  }));
  return { steps, status: "ERROR" };
}

/** Finds the issues of a version's steps, from the readings of their texts and the environment's integrations. */
export function reviewSteps(
  { steps, payloadSchema }: Pick<WorkflowDefinition, "steps" | "payloadSchema">,
  readings: WorkflowReadings,
  integrations: readonly ChannelIntegration[],
): StepReview[] {
  const used = new Set(readings.flat().flatMap(({ variables }) => variables));
  const payload = payloadSchema ?? inferPayloadSchema(used);
  return steps.map((step, index) => {
    const variables = variablesSchema(steps.slice(0, index), payload);
    const context = { readings: readings[index] ?? [], variables, integrations };
    return { step, variables, issues: findStepIssues(step, context) };
  });
}

function statusOf({ isActive }: Workflow, steps: readonly StepReview[]): WorkflowStatus {
  if (steps.some(({ issues }) => issues !== undefined)) return "ERROR";
  return isActive ? "ACTIVE" : "INACTIVE";
}
