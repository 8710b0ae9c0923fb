import { deleteWorkflow as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { needWorkflow } from "../change-workflow.ts";
import { softDeleteWorkflow } from "../workflow-store.ts";

/** Runs that have begun go on to their end; of two deletions at once both have their way. */
export const deleteWorkflow = (api: Api) =>
  endpoint(operation, async ({ environment, params }) => {
    const workflow = await needWorkflow(api.database, environment.id, params.workflowId);
    await softDeleteWorkflow(api.database, environment.id, workflow.id);
    return undefined;
  });
