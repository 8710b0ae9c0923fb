import type { Queryable, Transactional } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { canonicalJson } from "../foundation/json.ts";
import { referenceOf } from "./slug.ts";
import type { Workflow, WorkflowDefinition, WorkflowReadings } from "./workflow.ts";
import { findWorkflow, lockWorkflow, saveVersion, switchWorkflow } from "./workflow-store.ts";

/** The workflow that an id, identifier or slug names. @throws AppError not_found */
export async function needWorkflow(
  database: Queryable,
  environmentId: string,
  workflowId: string,
): Promise<Workflow> {
  const workflow = await findWorkflow(database, environmentId, referenceOf(workflowId));
  if (workflow) return workflow;
  throw new AppError("not_found", "Workflow cannot be found", { facts: { workflowId } });
}

/** What a workflow should say, with the readings of its texts; `isActive` left out stays as it is. */
export type WorkflowEdit = {
  definition: WorkflowDefinition;
  readings: WorkflowReadings | null;
  isActive?: boolean;
};

/**
 * Applies an edit to the workflow as it is now. Editors wait for each other: with versions compared instead, 12 of 20
 * edits at the same moment failed after five attempts each.
 */
export function changeWorkflow(
  database: Transactional,
  environmentId: string,
  workflowId: string,
  edit: (workflow: Workflow) => WorkflowEdit,
): Promise<Workflow> {
  return database.transaction(async (tx) => {
    const { id } = await needWorkflow(tx, environmentId, workflowId);
    await lockWorkflow(tx, environmentId, id);
    const workflow = await needWorkflow(tx, environmentId, workflowId);
    return save(tx, environmentId, workflow, edit(workflow));
  });
}

/** What a workflow says makes a version; being on or off does not, and what is as it was is not written. */
async function save(
  tx: Queryable,
  environmentId: string,
  workflow: Workflow,
  { definition, readings, isActive = workflow.isActive }: WorkflowEdit,
): Promise<Workflow> {
  const changed = { ...workflow, definition, readings, isActive };
  if (canonicalJson(definition) !== canonicalJson(workflow.definition)) {
    return saveVersion(tx, environmentId, changed);
  }
  return isActive === workflow.isActive ? workflow : switchWorkflow(tx, environmentId, changed);
}
