import { timingSafeEqual } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { AppError } from "../foundation/app-error.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { Prometheus } from "../metrics/prometheus.ts";
import { setDefaultHeaders } from "./default-headers.ts";

const PATH = "/metrics";

/** `GET /metrics` on a port of its own, for a network that only Prometheus reaches: without a key. */
export function createMetricsServer(prometheus: Prometheus): FastifyInstance {
  const app = Fastify();
  setDefaultHeaders(app.server);
  addMetricsRoute(app, prometheus);
  return app;
}

/**
 * `GET /metrics` beside the API: with this key as a Bearer token, as Prometheus sends it (`authorization` in its
 * configuration), else 401. An API key does not open it, because it belongs to one environment only.
 */
export function addMetricsRoute(app: FastifyInstance, { registry }: Prometheus, key?: string): void {
  app.get(PATH, async (request, reply) => {
    if (key !== undefined && !isRight(request.headers.authorization, key)) {
      reply.header("www-authenticate", "Bearer");
      throw new AppError("unauthorized", "The metrics are read with TIDINGS_METRICS_KEY as a Bearer token");
    }
    const text = await registry.metrics();
    return reply.type(registry.contentType).header("cache-control", "no-store").send(text);
  });
}

/** Compared by hash, so that the time it takes reveals nothing about the key. */
function isRight(authorization: string | undefined, key: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(sha256(given), sha256(key));
}
