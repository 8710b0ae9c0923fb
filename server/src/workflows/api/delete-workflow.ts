import { deleteWorkflow as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { needWorkflow } from "../change-workflow.ts";
import { softDeleteWorkflow } from "../workflow-store.ts";

/** Runs that have begun go on to their end; of two deletions at once both have their way. */
export const deleteWorkflow = endpoint(operation, async ({ database, environment, params }) => {
  const workflow = await needWorkflow(database, environment.id, params.workflowId);
  await softDeleteWorkflow(database, environment.id, workflow.id);
  return undefined;
});
