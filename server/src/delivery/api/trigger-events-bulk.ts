import { triggerEventsBulk as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { acceptMany } from "./accept-call.ts";
import { fromTrigger, toBulkAnswer } from "./trigger-wire.ts";

export const triggerEventsBulk = (api: Api) =>
  endpoint(operation, async (call) => {
    const requests = call.body.events.map((event) => fromTrigger(event, api.brand));
    return (await acceptMany(api.acceptor, call, requests)).map(toBulkAnswer);
  });
