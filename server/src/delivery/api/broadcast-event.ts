import { broadcastEvent as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { fromBroadcast, toTriggerAnswer } from "./trigger-wire.ts";

export const broadcastEvent = (api: Api) =>
  endpoint(operation, async ({ environment, body }) =>
    toTriggerAnswer(await api.acceptor.accept(environment.id, fromBroadcast(body, api.brand))),
  );
