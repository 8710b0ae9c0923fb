import { triggerEvent as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { acceptOne, type TriggerApi } from "./accept-call.ts";
import { fromTrigger, toTriggerResult } from "./trigger-wire.ts";

export const triggerEvent = (api: TriggerApi) =>
  endpoint(operation, async (call) =>
    toTriggerResult(
      await acceptOne(api.acceptor, call, { ...fromTrigger(call.body, api.brand), bytes: call.bytes }),
      api.brand,
    ),
  );
