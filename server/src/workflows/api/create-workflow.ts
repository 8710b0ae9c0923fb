import { createWorkflow as operation } from "@tidings/contract";
import { newId } from "../../foundation/id.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { addWorkflow } from "../add-workflow.ts";
import { defineWorkflow } from "../define-workflow.ts";
import { prepareVersion } from "../prepare-version.ts";
import { reviewWorkflow } from "../review.ts";
import { fromInput, toWorkflow } from "./workflow-wire.ts";

export const createWorkflow = (api: Api) =>
  endpoint(operation, async ({ database, environment, body }) => {
    const now = api.clock.now();
    const makeId = () => newId(now.getTime());
    const draft = fromInput(body);
    const readings = await prepareVersion({ ...api, database }, environment.id, draft);
    const workflow = await addWorkflow(database, environment.id, {
      id: makeId(),
      identifier: body.workflowId,
      version: 1,
      isActive: body.active ?? true,
      createdAt: now,
      updatedAt: now,
      definition: defineWorkflow(draft, undefined, makeId),
      readings,
    });
    return toWorkflow(await reviewWorkflow({ ...api, database }, environment.id, workflow), api.brand);
  });
