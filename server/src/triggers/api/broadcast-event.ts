import { broadcastEvent as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { acceptOne, type TriggerApi } from "./accept-call.ts";
import { fromBroadcast, toTriggerResult } from "./trigger-wire.ts";

export const broadcastEvent = (api: TriggerApi) =>
  endpoint(operation, async (call) =>
    toTriggerResult(
      await acceptOne(api.acceptor, call, { ...fromBroadcast(call.body, api.brand), bytes: call.bytes }),
      api.brand,
    ),
  );
