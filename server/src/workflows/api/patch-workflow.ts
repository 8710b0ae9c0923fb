import { patchWorkflow as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { changeWorkflow } from "../change-workflow.ts";
import { reviewWorkflow } from "../review.ts";
import { needUsableSchema } from "../usable-schema.ts";
import { applyChanges, toWorkflow } from "./workflow-wire.ts";

export const patchWorkflow = (api: Api) =>
  endpoint(operation, async ({ database, environment, params, body }) => {
    await needUsableSchema(api.payloadChecks, environment.id, body.payloadSchema);
    const workflow = await changeWorkflow(database, environment.id, params.workflowId, (current) => {
      const definition = applyChanges(current.definition, body);
      const { readings = null } = current;
      return { definition, readings, ...(body.active === undefined ? {} : { isActive: body.active }) };
    });
    return toWorkflow(await reviewWorkflow({ ...api, database }, environment.id, workflow), api.brand);
  });
