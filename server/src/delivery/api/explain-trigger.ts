import {
  EXPLAINED_RECIPIENTS_MAX,
  type ExplanationInput,
  explainTrigger as operation,
} from "@tidings/contract";
import { isoMoment, isUsableMoment } from "../../calendar/iso-moment.ts";
import { invalidField } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { wireNamesOf } from "../../notifications/api/notification-wire.ts";
import { fromTrigger } from "../../triggers/api/trigger-wire.ts";
import { fromReplacement } from "../../workflows/api/workflow-wire.ts";
import { type ExplainOptions, explain } from "../explain/explain.ts";
import { textPartsOf } from "../explain/text-parts.ts";
import { toExplanation } from "./explanation-wire.ts";

export const explainTrigger = (api: Api) =>
  endpoint(operation, async ({ database, environment, body }) => {
    const request = fromTrigger(body, api.brand);
    const explained = await explain({ ...api, database }, environment.id, request, optionsOf(body));
    return toExplanation(explained, textPartsOf(explained.recipients), wireNamesOf(api));
  });

function optionsOf({ workflow, at }: ExplanationInput): ExplainOptions {
  const moment = at === undefined ? undefined : isoMoment(at);
  if (at !== undefined && !(moment && isUsableMoment(moment.getTime()))) {
    throw invalidField("at", "at must be an ISO 8601 moment between 1970 and 8999", at);
  }
  const requested = workflow && { draft: fromReplacement(workflow), isActive: workflow.active };
  return { maxRecipients: EXPLAINED_RECIPIENTS_MAX, requested, at: moment };
}
