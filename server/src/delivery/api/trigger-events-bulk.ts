import { triggerEventsBulk as operation } from "@tidings/contract";
import { failpoint } from "../../foundation/failpoint.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { acceptMany } from "./accept-call.ts";
import { fromTrigger, toBulkAnswer } from "./trigger-wire.ts";

export const triggerEventsBulk = (api: Api) =>
  endpoint(operation, async (call) => {
    const bytes = Math.ceil(call.bytes / call.body.events.length);
    const requests = call.body.events.map((event) => ({ ...fromTrigger(event, api.brand), bytes }));
    const accepted = await acceptMany(api.acceptor, call, requests);
    failpoint("A6");
    return accepted.map(toBulkAnswer);
  });
