import type { FastifyInstance } from "fastify";
import type { RequestPipeline } from "../../http/register-endpoint.ts";
import { createWrongKeys } from "../../http/wrong-keys.ts";
import type { Dashboard } from "../create-dashboard.ts";
import { fileRoutes } from "./file-routes.ts";
import { liveRoute } from "./live-route.ts";
import { previewRoute } from "./preview-route.ts";
import { sessionRoutes } from "./session-routes.ts";

const FAILURES_PER_MINUTE = 10;

/** The dashboard: its page and files, its sessions, what it watches, and the sandboxed preview of messages. */
export function dashboardRoutes(app: FastifyInstance, gate: RequestPipeline, dashboard: Dashboard): void {
  const { verifySession, watch, streamPlaces, time } = dashboard;
  const { authenticate } = gate.dashboard;
  const nowMs = time.monotonicMs;
  const failures = createWrongKeys({ maxPerMinute: FAILURES_PER_MINUTE, nowMs, what: "links and API keys" });
  sessionRoutes(app, { gate, verifySession, failures, clock: time });
  liveRoute(app, { gate, authenticate, watch, streamPlaces, time });
  previewRoute(app);
  fileRoutes(app);
}
