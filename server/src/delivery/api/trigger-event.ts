import { triggerEvent as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { fromTrigger, toTriggerAnswer } from "./trigger-wire.ts";

export const triggerEvent = (api: Api) =>
  endpoint(operation, async ({ environment, body }) =>
    toTriggerAnswer(await api.acceptor.accept(environment.id, fromTrigger(body, api.brand))),
  );
