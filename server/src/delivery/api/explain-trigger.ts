import { EXPLAINED_RECIPIENTS_MAX, explainTrigger as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { wireNamesOf } from "../../notifications/api/notification-wire.ts";
import { fromTrigger } from "../../triggers/api/trigger-wire.ts";
import { explain } from "../explain/explain.ts";
import { toExplanation } from "./explanation-wire.ts";

export const explainTrigger = (api: Api) =>
  endpoint(operation, async ({ database, environment, body }) => {
    const request = fromTrigger(body, api.brand);
    const explained = await explain({ ...api, database }, environment.id, request, EXPLAINED_RECIPIENTS_MAX);
    return toExplanation(explained, wireNamesOf(api));
  });
