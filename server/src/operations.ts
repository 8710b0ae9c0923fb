import { contextEndpoints } from "./contexts/api/endpoints.ts";
import { deadLetterEndpoints } from "./dead-letters/api/endpoints.ts";
import { engineEndpoints } from "./delivery/api/endpoints.ts";
import { environmentEndpoints } from "./environments/api/endpoints.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { healthEndpoints } from "./http/health.ts";
import { inboxEndpoints } from "./inbox/api/endpoints.ts";
import { integrationEndpoints } from "./integrations/api/endpoints.ts";
import { messageEndpoints } from "./messages/api/endpoints.ts";
import { notificationEndpoints } from "./notifications/api/endpoints.ts";
import { personalDataEndpoints } from "./personal-data/api/endpoints.ts";
import { preferenceEndpoints } from "./preferences/api/endpoints.ts";
import { STATISTICS_ENDPOINTS } from "./statistics/api/endpoints.ts";
import { subscriberEndpoints } from "./subscribers/api/endpoints.ts";
import { suppressionEndpoints } from "./suppressions/api/endpoints.ts";
import { topicEndpoints } from "./topics/api/endpoints.ts";
import type { TriggerApi } from "./triggers/api/accept-call.ts";
import { triggerEndpoints } from "./triggers/api/endpoints.ts";
import { workflowEndpoints } from "./workflows/api/endpoints.ts";

/** All operations of the service. Each folder lists its own, one per line. */
export function endpointsOf(api: TriggerApi): Endpoint[] {
  return [
    ...subscriberEndpoints(api),
    ...personalDataEndpoints(api),
    ...topicEndpoints(api),
    ...contextEndpoints,
    ...preferenceEndpoints,
    ...inboxEndpoints(api),
    ...integrationEndpoints(api),
    ...messageEndpoints(api),
    ...workflowEndpoints(api),
    ...notificationEndpoints(api),
    ...triggerEndpoints(api),
    ...engineEndpoints(api),
    ...deadLetterEndpoints(api),
    ...suppressionEndpoints(api),
    ...STATISTICS_ENDPOINTS,
    ...environmentEndpoints(api),
    ...healthEndpoints(api),
  ];
}
