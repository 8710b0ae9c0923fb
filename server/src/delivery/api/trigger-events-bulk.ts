import { triggerEventsBulk as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { fromTrigger, toBulkAnswer } from "./trigger-wire.ts";

export const triggerEventsBulk = (api: Api) =>
  endpoint(operation, async ({ environment, body }) => {
    const requests = body.events.map((event) => fromTrigger(event, api.brand));
    const accepted = await Promise.all(
      requests.map((request) => api.acceptor.accept(environment.id, request)),
    );
    return accepted.map(toBulkAnswer);
  });
