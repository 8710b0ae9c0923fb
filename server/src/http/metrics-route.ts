import { timingSafeEqual } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { AppError } from "../foundation/app-error.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { Prometheus } from "../metrics/prometheus.ts";
import { setDefaultHeaders } from "./default-headers.ts";

const PATH = "/metrics";

/** `GET /metrics` on its own port, without a key: for a network that only Prometheus reaches. */
export function createMetricsServer(prometheus: Prometheus): FastifyInstance {
  const app = Fastify();
  setDefaultHeaders(app.server);
  // Bodies are not read.
  app.removeAllContentTypeParsers();
  addMetricsRoute(app, prometheus);
  return app;
}

/**
 * `GET /metrics`. With `key`, requests need it as a Bearer token (`authorization` in Prometheus's configuration), else
 * they get 401. An API key is not accepted, because it belongs to one environment only.
 */
export function addMetricsRoute(app: FastifyInstance, { registry }: Prometheus, key?: string): void {
  app.get(PATH, async (request, reply) => {
    if (key !== undefined && !isAuthorized(request.headers.authorization, key)) {
      reply.header("www-authenticate", "Bearer");
      throw new AppError("unauthorized", "Send TIDINGS_METRICS_KEY as a Bearer token to read the metrics");
    }
    const text = await registry.metrics();
    return reply.type(registry.contentType).header("cache-control", "no-store").send(text);
  });
}

/** Compares hashes in constant time, so that timing reveals nothing about the key. */
function isAuthorized(authorization: string | undefined, key: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(sha256(given), sha256(key));
}
