import { triggerEventsBulk as operation } from "@tidings/contract";
import { failpoint } from "../../foundation/failpoint.ts";
import { endpoint } from "../../http/endpoint.ts";
import type { Accepted } from "../judge-request.ts";
import { acceptMany, type TriggerApi } from "./accept-call.ts";
import { triggerWarnings } from "./trigger-warnings.ts";
import { fromTrigger, toBulkResult, toFaultResult } from "./trigger-wire.ts";

export const triggerEventsBulk = (api: TriggerApi) =>
  endpoint(operation, async (call) => {
    const bytes = Math.ceil(call.bytes / call.body.events.length);
    const { faultyItems } = call;
    const sound = call.body.events.filter((_, at) => !faultyItems.has(at));
    const requests = sound.map((event) => ({ ...fromTrigger(event, api.brand), bytes }));
    const accepted = (await acceptMany(api.acceptor, call, requests)).values();
    failpoint("A6");
    return call.body.events.map((event, at) => {
      const fault = faultyItems.get(at);
      if (fault) return toFaultResult(fault);
      const result = toBulkResult(accepted.next().value as Accepted, api.brand);
      return result.status === "error" ? result : { ...result, ...triggerWarnings(call.environment, event) };
    });
  });
