import type { Api, Endpoint } from "../../http/endpoint.ts";
import { byKeyEndpoints } from "./by-key-endpoints.ts";
import { createInboxSession } from "./create-inbox-session.ts";
import { createInboxCalls } from "./inbox-calls.ts";
import { olderInboxEndpoints } from "./older-endpoints.ts";
import { sessionEndpoints } from "./session-endpoints.ts";

export function inboxEndpoints(api: Api): Endpoint[] {
  const calls = createInboxCalls(api);
  return [
    createInboxSession(api),
    ...sessionEndpoints(calls),
    ...byKeyEndpoints(calls),
    ...olderInboxEndpoints(api, calls),
  ];
}
