import type { Warning } from "@tidings/contract";
import type { SessionRequest } from "./open-session.ts";

const REASON = "is not stored, because the request has no subscriberHash; store it with an API key";

/** Names the values of a request without a hash, which are not stored. */
export function unstoredValues({ profile, contexts, defaultSchedule }: SessionRequest): Warning[] {
  const ofSubscriber = Object.keys(profile).map((name) => `subscriber.${name}`);
  const ofContexts = contexts
    .filter(({ data }) => data !== undefined)
    .map(({ type }) => `context.${type}.data`);
  const fields = [...ofSubscriber, ...ofContexts, ...(defaultSchedule ? ["defaultSchedule"] : [])];
  return fields.map((field) => ({ field, message: `${field} ${REASON}` }));
}
