import Fastify from "fastify";
import type { Clock } from "../foundation/clock.ts";
import { setDefaultHeaders } from "./default-headers.ts";
import { shape } from "./error-response.ts";
import { type ListenAddress, listenAt } from "./listen.ts";

/** Holds the API's address while the service starts. */
export type StartupListener = { close(): Promise<void> };

const STARTING = "Tidings is starting; try again in a moment";

/**
 * Takes the address before anything is stored, so that a port in use stops the start early. Until it is closed, it
 * answers `/livez` with 200 and everything else with 503 and Retry-After. Port 0 needs no listener.
 * @throws AppError when the address cannot be taken.
 */
export async function openStartupListener(address: ListenAddress, clock: Clock): Promise<StartupListener> {
  if (address.port === 0) return { close: async () => {} };
  const app = Fastify({ forceCloseConnections: true, exposeHeadRoutes: true });
  setDefaultHeaders(app.server);
  // Bodies are ignored.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _body, done) => done(null));
  app.get("/livez", async () => ({ status: "ok" }));
  app.setNotFoundHandler((request, reply) => {
    const { status, headers, body } = shape(503, STARTING, { path: request.url, clock });
    return reply.code(status).headers(headers).send(body);
  });
  await listenAt(app, address);
  return { close: () => app.close() };
}
