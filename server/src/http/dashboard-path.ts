import type { IncomingMessage } from "node:http";
import { requestFact } from "./request-fact.ts";

const PATH = /^\/dashboard\/api\/([^/?#]{1,64})(\/v[12]\/.*)$/s;

/** The environments that requests of the dashboard name. */
const environments = requestFact<string>();

/**
 * `/dashboard/api/<environment>/v1/…` is the operation at `/v1/…`, called with the dashboard's session instead of an API
 * key: under this path the browser sends the cookie, and only there.
 */
export function rewriteDashboardPath(request: IncomingMessage): string {
  const given = request.url ?? "/";
  const [, environmentId, path] = PATH.exec(given) ?? [];
  if (environmentId === undefined || path === undefined) return given;
  environments.set(request, environmentId);
  return path;
}

/** The environment that a request of the dashboard names; undefined for all other requests. */
export function dashboardEnvironmentOf(request: IncomingMessage): string | undefined {
  return environments.of(request);
}
