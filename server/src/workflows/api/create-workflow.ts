import { createWorkflow as operation } from "@tidings/contract";
import { newId } from "../../foundation/id.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { addWorkflow } from "../add-workflow.ts";
import { defineWorkflow } from "../define-workflow.ts";
import { reviewWorkflow } from "../review.ts";
import { needUsableSchema } from "../usable-schema.ts";
import { fromInput, toWorkflow } from "./workflow-wire.ts";

export const createWorkflow = (api: Api) =>
  endpoint(operation, async ({ database, environment, body }) => {
    await needUsableSchema(api.payloadChecks, environment.id, body.payloadSchema);
    const now = api.clock.now();
    const makeId = () => newId(now.getTime());
    const workflow = await addWorkflow(database, environment.id, {
      id: makeId(),
      identifier: body.workflowId,
      version: 1,
      isActive: body.active ?? true,
      createdAt: now,
      updatedAt: now,
      definition: defineWorkflow(fromInput(body), undefined, makeId),
    });
    return toWorkflow(await reviewWorkflow({ ...api, database }, environment.id, workflow), api.brand);
  });
