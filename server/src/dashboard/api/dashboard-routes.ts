import type { FastifyInstance } from "fastify";
import type { Clock } from "../../foundation/clock.ts";
import type { RequestPipeline } from "../../http/register-endpoint.ts";
import { createWrongKeys } from "../../http/wrong-keys.ts";
import type { VerifyDashboardSession } from "../verify-session.ts";
import type { Watch } from "../watch.ts";
import { fileRoutes } from "./file-routes.ts";
import { liveRoute } from "./live-route.ts";
import { previewRoute } from "./preview-route.ts";
import { sessionRoutes } from "./session-routes.ts";

/** The parts of the dashboard that live as long as the process. */
export type DashboardParts = {
  verifySession: VerifyDashboardSession;
  watch: Watch;
  clock: Clock;
  nowMs: () => number;
};

const FAILURES_PER_MINUTE = 10;

/** The dashboard: its page and files, its sessions, what it watches, and the sandboxed preview of messages. */
export function addDashboard(app: FastifyInstance, gate: RequestPipeline, parts: DashboardParts): void {
  const { verifySession, watch, clock, nowMs } = parts;
  const { authenticate, publicUrl } = gate.dashboard;
  const failures = createWrongKeys({ maxPerMinute: FAILURES_PER_MINUTE, nowMs });
  sessionRoutes(app, { gate, verifySession, failures, publicUrl, clock });
  liveRoute(app, { gate, authenticate, watch });
  previewRoute(app);
  fileRoutes(app);
}
