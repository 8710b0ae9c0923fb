import { triggerEvent as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { acceptOne } from "./accept-call.ts";
import { fromTrigger, toTriggerResult } from "./trigger-wire.ts";

export const triggerEvent = (api: Api) =>
  endpoint(operation, async (call) =>
    toTriggerResult(
      await acceptOne(api.acceptor, call, { ...fromTrigger(call.body, api.brand), bytes: call.bytes }),
    ),
  );
