import type { FastifyInstance } from "fastify";

/** Pages of these origins may call the inbox; "any" is every page. */
export type InboxOrigins = "any" | readonly string[];

/** Everything below this path is called by browsers. */
const INBOX_PATH = "/v1/inbox/";
/** Chromium keeps the answer to a preflight for at most two hours. */
const MAX_AGE_S = 7_200;

/**
 * Cross-origin requests (https://fetch.spec.whatwg.org/#http-cors-protocol) for the inbox only. Requests carry a token
 * and no cookies, so no credentials are allowed. Pages of other sites must not call the other operations.
 */
export function allowOrigins(app: FastifyInstance, origins: InboxOrigins): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith(INBOX_PATH)) return;
    const { origin } = request.headers;
    if (origins !== "any") reply.header("vary", "origin");
    if (origin === undefined || !(origins === "any" || origins.includes(origin))) return;
    reply.header("access-control-allow-origin", origins === "any" ? "*" : origin);
    reply.header("access-control-expose-headers", "retry-after, x-request-id");
    if (request.method !== "OPTIONS") return;
    reply.header("access-control-allow-methods", "GET, POST, PATCH, DELETE");
    const asked = request.headers["access-control-request-headers"];
    if (asked !== undefined && /^[A-Za-z0-9, _-]{1,500}$/.test(asked)) {
      reply.header("access-control-allow-headers", asked);
    }
    reply.header("access-control-max-age", String(MAX_AGE_S));
  });
}
