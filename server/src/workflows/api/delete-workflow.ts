import { deleteWorkflow as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { needWorkflow } from "../change-workflow.ts";
import { softDeleteWorkflow } from "../workflow-store.ts";

/** Started runs continue to their end. Two concurrent deletions both succeed. */
export const deleteWorkflow = endpoint(operation, async ({ database, environment, params }) => {
  const workflow = await needWorkflow(database, environment.id, params.workflowId);
  await softDeleteWorkflow(database, environment.id, workflow.id);
  return undefined;
});
