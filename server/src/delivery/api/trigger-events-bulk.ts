import { triggerEventsBulk as operation } from "@tidings/contract";
import { failpoint } from "../../foundation/failpoint.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { fromTrigger, toBulkAnswer } from "./trigger-wire.ts";

export const triggerEventsBulk = (api: Api) =>
  endpoint(operation, async ({ environment, body }) => {
    const requests = body.events.map((event) => fromTrigger(event, api.brand));
    const accepted = await Promise.all(
      requests.map((request) => api.acceptor.accept(environment.id, request)),
    );
    failpoint("A6");
    return accepted.map(toBulkAnswer);
  });
