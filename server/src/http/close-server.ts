import type { FastifyInstance } from "fastify";
import type { Time } from "../foundation/clock.ts";

const REQUEST_DEADLINE_MS = 10_000;
const SWEEP_EVERY_MS = 50;

/**
 * Waits for requests in progress and closes idle connections. Without the sweep, the close would wait for the timeout of
 * connections that become idle later; without the deadline, a request that never ends would block it forever.
 */
export async function closeServer(app: FastifyInstance, time: Time): Promise<void> {
  const stopSweep = time.every(SWEEP_EVERY_MS, () => app.server.closeIdleConnections());
  const cancelEnd = time.after(REQUEST_DEADLINE_MS, () => app.server.closeAllConnections());
  // From now on the framework refuses requests with its own 503, which has no Retry-After.
  app.server.prependListener("request", (_request, response) => response.setHeader("retry-after", "1"));
  await app.close();
  stopSweep();
  cancelEnd();
}
