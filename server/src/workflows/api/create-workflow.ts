import { createWorkflow as operation, type Workflow as WireWorkflow } from "@tidings/contract";
import { workflowKeyOf } from "../../foundation/ids.ts";
import { type Api, endpoint, ResponseWithStatus } from "../../http/endpoint.ts";
import { addWorkflow, withFreeKey } from "../add-workflow.ts";
import { draftWorkflow } from "../draft-workflow.ts";
import { reviewWorkflow } from "../review.ts";
import type { Workflow } from "../workflow.ts";
import { fromInput, toWorkflow } from "./workflow-wire.ts";

export const createWorkflow = (api: Api) =>
  endpoint(operation, async ({ database, environment, query, body }) => {
    const parts = { ...api, database };
    const newWorkflow = await draftWorkflow(parts, environment.id, {
      draft: fromInput(body),
      isActive: body.active,
      workflowKey: workflowKeyOf(body.workflowId),
      previous: undefined,
      now: api.clock.now(),
    });
    const { dryRun = false, failIfExists: failsIfTaken = false } = query;
    const add = dryRun ? withFreeKey : addWorkflow;
    const workflow = await add(database, environment.id, newWorkflow, { failsIfTaken });
    const review = await reviewWorkflow(parts, environment.id, workflow);
    const answer = { ...toWorkflow(review, api.brand), ...renamed(body.workflowId, workflow) };
    return dryRun ? new ResponseWithStatus(200, answer) : answer;
  });

/** An issue if the requested key was taken and the new workflow has another one. */
function renamed(requested: string, { workflowKey }: Workflow): Pick<WireWorkflow, "issues"> {
  if (workflowKey === requested) return {};
  const message = `The workflowId "${requested}" was taken, so this new workflow has the workflowId "${workflowKey}". To change the other one: PUT /v2/workflows/${requested}.`;
  return { issues: { workflowId: { issueType: "WORKFLOW_ID_ALREADY_EXISTS", message } } };
}
