import { getWorkflowStep as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { needWorkflow } from "../change-workflow.ts";
import { reviewWorkflow } from "../review.ts";
import { referenceOf } from "../slug.ts";
import { toStep } from "./step-wire.ts";

export const getWorkflowStep = (api: Api) =>
  endpoint(operation, async ({ database, environment, params }) => {
    const workflow = await needWorkflow(database, environment.id, params.workflowId);
    const { steps } = await reviewWorkflow({ ...api, database }, environment.id, workflow);
    const { id, identifier } = referenceOf(params.stepId);
    const found =
      steps.find(({ step }) => step.id === id) ?? steps.find(({ step }) => step.stepId === identifier);
    if (!found) throw new AppError("bad_request", "No step found", { facts: { ...params } });
    return toStep(found, workflow, api.brand);
  });
