import { createWorkflow as operation, type Workflow as WireWorkflow } from "@tidings/contract";
import { newId } from "../../foundation/id.ts";
import { type StepId, type WorkflowId, workflowKeyOf } from "../../foundation/ids.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { addWorkflow } from "../add-workflow.ts";
import { defineWorkflow } from "../define-workflow.ts";
import { prepareVersion } from "../prepare-version.ts";
import { reviewWorkflow } from "../review.ts";
import type { Workflow } from "../workflow.ts";
import { fromInput, toWorkflow } from "./workflow-wire.ts";

export const createWorkflow = (api: Api) =>
  endpoint(operation, async ({ database, environment, query, body }) => {
    const now = api.clock.now();
    const makeId = () => newId<StepId>(now.getTime());
    const draft = fromInput(body);
    const readings = await prepareVersion({ ...api, database }, environment.id, draft);
    const newWorkflow = {
      id: newId<WorkflowId>(now.getTime()),
      workflowKey: workflowKeyOf(body.workflowId),
      version: 1,
      isActive: body.active ?? true,
      createdAt: now,
      updatedAt: now,
      definition: defineWorkflow(draft, undefined, makeId),
      readings,
    };
    const failsIfTaken = query.failIfExists ?? false;
    const workflow = await addWorkflow(database, environment.id, newWorkflow, { failsIfTaken });
    const review = await reviewWorkflow({ ...api, database }, environment.id, workflow);
    return { ...toWorkflow(review, api.brand), ...renamed(body.workflowId, workflow) };
  });

/** An issue if the requested key was taken and the new workflow has another one. */
function renamed(requested: string, { workflowKey }: Workflow): Pick<WireWorkflow, "issues"> {
  if (workflowKey === requested) return {};
  const message = `The workflowId "${requested}" was taken, so this new workflow has the workflowId "${workflowKey}". To change the other one: PUT /v2/workflows/${requested}.`;
  return { issues: { workflowId: { issueType: "WORKFLOW_ID_ALREADY_EXISTS", message } } };
}
