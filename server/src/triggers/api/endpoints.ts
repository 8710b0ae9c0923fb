import type { Endpoint } from "../../http/endpoint.ts";
import type { TriggerApi } from "./accept-call.ts";
import { broadcastEvent } from "./broadcast-event.ts";
import { getTriggerReport } from "./get-trigger-report.ts";
import { triggerEvent } from "./trigger-event.ts";
import { triggerEventsBulk } from "./trigger-events-bulk.ts";

export function triggerEndpoints(api: TriggerApi): Endpoint[] {
  return [
    ...[triggerEvent(api), triggerEventsBulk(api), broadcastEvent(api)].map(sharingCommit),
    getTriggerReport(api),
  ];
}

function sharingCommit(endpoint: Endpoint): Endpoint {
  return { ...endpoint, sharesCommit: true };
}
