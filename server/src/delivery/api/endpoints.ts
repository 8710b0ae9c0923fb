import type { Api, Endpoint } from "../../http/endpoint.ts";
import { broadcastEvent } from "./broadcast-event.ts";
import { cancelTrigger } from "./cancel-trigger.ts";
import { moveClock, readClock } from "./test-clock.ts";
import { triggerEvent } from "./trigger-event.ts";
import { triggerEventsBulk } from "./trigger-events-bulk.ts";

export function eventEndpoints(api: Api): Endpoint[] {
  return [triggerEvent(api), triggerEventsBulk(api), broadcastEvent(api), cancelTrigger];
}

export function testClockEndpoints(api: Api): Endpoint[] {
  return [readClock, moveClock(api)];
}
