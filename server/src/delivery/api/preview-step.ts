import { previewStep as operation } from "@tidings/contract";
import { readTime } from "../../environments/environment-store.ts";
import { isJsonObject, type JsonObject } from "../../foundation/json.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { needWorkflow } from "../../workflows/change-workflow.ts";
import { checkForm } from "../../workflows/define-workflow.ts";
import { needStep } from "../../workflows/need-step.ts";
import { reviewWorkflow } from "../../workflows/review.ts";
import { previewPayload, previewScope } from "../preview/preview-payload.ts";
import { previewStep } from "../preview/preview-step.ts";

export const previewStepEndpoint = (api: Api) =>
  endpoint(operation, async ({ database, environment, params, body }) => {
    const workflow = await needWorkflow(database, environment.id, params.workflowId);
    const { step, place } = needStep(workflow, params);
    const controlValues = (body.controlValues as JsonObject | undefined) ?? step.controlValues;
    if (body.controlValues) checkForm({ ...step, controlValues });
    const { now, defaultZone } = await readTime(database, environment.id);
    const review = await reviewWorkflow({ ...api, database }, environment.id, workflow);
    const schema = payloadSchemaIn(review.steps[place]?.variables ?? {});
    const around = { previous: workflow.definition.steps.slice(0, place), schema, now, defaultZone };
    const values = previewPayload(body.previewPayload ?? {}, around);
    const scope = previewScope(values, workflow, around);
    const form = { type: step.type, controlValues };
    const result = await previewStep(api, form, { environmentId: environment.id, scope });
    return { result, previewPayloadExample: values, ...(schema ? { schema } : {}) };
  });

/** The workflow's schema of the payload, or one that is inferred from its texts. */
function payloadSchemaIn({ properties }: JsonObject): JsonObject | undefined {
  const payload = isJsonObject(properties) ? properties.payload : undefined;
  return isJsonObject(payload) ? payload : undefined;
}
