import { triggerEvent as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { acceptOne, type TriggerApi } from "./accept-call.ts";
import { triggerWarnings } from "./trigger-warnings.ts";
import { fromTrigger, toTriggerResult } from "./trigger-wire.ts";

export const triggerEvent = (api: TriggerApi) =>
  endpoint(operation, async (call) => {
    const request = { ...fromTrigger(call.body, api.brand), bytes: call.bytes };
    const accepted = await acceptOne(api.acceptor, call, request);
    return { ...toTriggerResult(accepted, api.brand), ...triggerWarnings(call.environment, call.body) };
  });
