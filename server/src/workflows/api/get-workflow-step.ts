import { getWorkflowStep as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { needWorkflow } from "../change-workflow.ts";
import { needStep } from "../need-step.ts";
import { reviewWorkflow, type StepReview } from "../review.ts";
import { toStep } from "./step-wire.ts";

export const getWorkflowStep = (api: Api) =>
  endpoint(operation, async ({ database, environment, params }) => {
    const workflow = await needWorkflow(database, environment.id, params.workflowId);
    const { place } = needStep(workflow, params);
    const review = await reviewWorkflow({ ...api, database }, environment.id, workflow);
    return toStep(review.steps[place] as StepReview, workflow, api.brand);
  });
