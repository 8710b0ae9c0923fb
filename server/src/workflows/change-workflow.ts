import type { Database, Queryable } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { canonicalJson } from "../foundation/json.ts";
import { referenceOf } from "./slug.ts";
import type { Workflow } from "./workflow.ts";
import { findWorkflow, saveVersion, switchWorkflow, type WorkflowEdit } from "./workflow-store.ts";

const MOST_ATTEMPTS = 5;

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

/** Applies an edit to the workflow as it is now; anew when somebody else was faster. */
export async function changeWorkflow(
  database: Database,
  environmentId: string,
  workflowId: string,
  edit: (workflow: Workflow) => WorkflowEdit,
): Promise<Workflow> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const workflow = await needWorkflow(database, environmentId, workflowId);
    const saved = await save(database, environmentId, workflow, edit(workflow));
    if (saved) return saved;
  }
  const facts = { workflowId };
  throw new AppError("conflict", "Others keep changing this workflow; read it again and retry", { facts });
}

/** What a workflow says makes a version; being on or off does not, and what is as it was is not written. */
function save(
  database: Database,
  environmentId: string,
  workflow: Workflow,
  edit: WorkflowEdit,
): Promise<Workflow | undefined> {
  const { definition, isActive = workflow.isActive } = edit;
  if (canonicalJson(definition) !== canonicalJson(workflow.definition)) {
    return database.transaction((tx) => saveVersion(tx, environmentId, workflow, edit));
  }
  if (isActive === workflow.isActive) return Promise.resolve(workflow);
  return switchWorkflow(database, environmentId, workflow, isActive);
}
