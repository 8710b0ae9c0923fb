import { getWorkflow as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { needWorkflow } from "../change-workflow.ts";
import { reviewWorkflow } from "../review.ts";
import { toWorkflow } from "./workflow-wire.ts";

export const getWorkflow = (api: Api) =>
  endpoint(operation, async ({ database, environment, params }) => {
    const workflow = await needWorkflow(database, environment.id, params.workflowId);
    return toWorkflow(await reviewWorkflow({ ...api, database }, environment.id, workflow), api.brand);
  });
