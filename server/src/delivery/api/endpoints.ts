import type { Api, Endpoint } from "../../http/endpoint.ts";
import { broadcastEvent } from "./broadcast-event.ts";
import { cancelTrigger } from "./cancel-trigger.ts";
import { listDeadLettersEndpoint, replayDeadLettersEndpoint, resendMessageEndpoint } from "./dead-letters.ts";
import { explainTrigger } from "./explain-trigger.ts";
import { getTriggerReport } from "./get-trigger-report.ts";
import { previewStepEndpoint } from "./preview-step.ts";
import { moveClock, readClock } from "./test-clock.ts";
import { triggerEvent } from "./trigger-event.ts";
import { triggerEventsBulk } from "./trigger-events-bulk.ts";

export function eventEndpoints(api: Api): Endpoint[] {
  return [
    ...[triggerEvent(api), triggerEventsBulk(api), broadcastEvent(api)].map(sharingCommit),
    explainTrigger(api),
    getTriggerReport,
    cancelTrigger(api),
  ];
}

export function deadLetterEndpoints(api: Api): Endpoint[] {
  return [listDeadLettersEndpoint(api), replayDeadLettersEndpoint(api), resendMessageEndpoint(api)];
}

export function previewEndpoints(api: Api): Endpoint[] {
  return [previewStepEndpoint(api)];
}

export function testClockEndpoints(api: Api): Endpoint[] {
  return [readClock, moveClock(api)];
}

function sharingCommit(endpoint: Endpoint): Endpoint {
  return { ...endpoint, sharesCommit: true };
}
