import { getWorkflowStep as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { needWorkflow } from "../change-workflow.ts";
import { reviewWorkflow, type StepReview } from "../review.ts";
import { referenceOf } from "../slug.ts";
import { toStep } from "./step-wire.ts";

export const getWorkflowStep = (api: Api) =>
  endpoint(operation, async ({ database, environment, params }) => {
    const workflow = await needWorkflow(database, environment.id, params.workflowId);
    const { id, identifier } = referenceOf(params.stepId);
    const { steps } = workflow.definition;
    const named = steps.find((step) => step.id === id) ?? steps.find((step) => step.stepId === identifier);
    const place = named ? steps.indexOf(named) : -1;
    if (place < 0) throw new AppError("bad_request", "No step found", { facts: { ...params } });
    const review = await reviewWorkflow({ ...api, database }, environment.id, workflow);
    return toStep(review.steps[place] as StepReview, workflow, api.brand);
  });
