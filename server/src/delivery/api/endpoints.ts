import type { Api, Endpoint } from "../../http/endpoint.ts";
import { cancelNotification } from "./cancel-notification.ts";
import { cancelTrigger } from "./cancel-trigger.ts";
import { closeBreaker } from "./close-breaker.ts";
import { explainTrigger } from "./explain-trigger.ts";
import { getSystem } from "./get-system.ts";
import { previewStepEndpoint } from "./preview-step.ts";
import { retryMessage } from "./retry-message.ts";

/** Operations that run the engine, or stop what it does. */
export function engineEndpoints(api: Api): Endpoint[] {
  return [
    explainTrigger(api),
    cancelTrigger(api),
    cancelNotification(api),
    previewStepEndpoint(api),
    closeBreaker(api),
    getSystem(api),
    retryMessage(api),
  ];
}
