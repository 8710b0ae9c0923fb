import type { Api, Endpoint } from "../../http/endpoint.ts";
import { createInboxSession } from "./create-inbox-session.ts";
import { createInboxCalls } from "./inbox-calls.ts";
import { sessionEndpoints } from "./session-endpoints.ts";

export function inboxEndpoints(api: Api): Endpoint[] {
  const calls = createInboxCalls(api);
  return [createInboxSession(api), ...sessionEndpoints(calls)];
}
