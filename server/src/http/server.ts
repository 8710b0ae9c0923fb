import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { dashboardRoutes } from "../dashboard/api/dashboard-routes.ts";
import { isDashboardBuilt } from "../dashboard/api/file-routes.ts";
import type { Dashboard } from "../dashboard/create-dashboard.ts";
import { AppError } from "../foundation/app-error.ts";
import type { Log } from "../foundation/log.ts";
import { type ChargeShare, timed } from "../foundation/loop-time.ts";
import type { Secrets } from "../foundation/secrets.ts";
import type { Settings } from "../foundation/settings.ts";
import { socketRoutes } from "../inbox/api/socket-routes.ts";
import { streamRoute } from "../inbox/api/stream-route.ts";
import type { Connections } from "../inbox/live/connections.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Prometheus } from "../metrics/prometheus.ts";
import { unsubscribeRoutes } from "../preferences/api/unsubscribe-routes.ts";
import { type ReceiptSource, receiptRoutes } from "../receipts/api/receipt-routes.ts";
import { countArrivals, isRefusedOnArrival } from "./body-arrival.ts";
import { boundConnections, closeFloods } from "./connection-bound.ts";
import { rewriteDashboardPath } from "./dashboard-path.ts";
import { DEFAULT_HEADERS, setDefaultHeaders } from "./default-headers.ts";
import { documentRoutes } from "./documents.ts";
import type { Api, Endpoint } from "./endpoint.ts";
import { errorResponse, shape } from "./error-response.ts";
import { frontRoutes } from "./front-page.ts";
import { allowOrigins, type InboxOrigins } from "./inbox-cors.ts";
import { inboxScriptRoute } from "./inbox-script.ts";
import { readJsonBody } from "./json-body.ts";
import { addMetricsRoute } from "./metrics-route.ts";
import { answerOptions } from "./options.ts";
import { discardRest, isOversized, oversized } from "./oversized-body.ts";
import { sendRawResponse } from "./raw-response.ts";
import { type RequestPipeline, registerEndpoint } from "./register-endpoint.ts";
import { noteRequests, notesOf, REQUEST_ID_HEADER, requestIdOf } from "./request-notes.ts";
import { shareOf } from "./request-share.ts";

export type ServerParts = {
  api: Api;
  endpoints: readonly Endpoint[];
  gate: RequestPipeline;
  /** The keys that sign links to unsubscribe. */
  secrets: Secrets;
  /** The connections of inboxes, and the pages that may open them. */
  connections: Connections;
  inboxOrigins: InboxOrigins;
  /** When set, delivery providers may send receipts. */
  receipts?: ReceiptSource | undefined;
  dashboard: Dashboard;
  log: Log;
  role: Settings["role"];
  metrics: Metrics;
  /** When set, `/metrics` is served on this port to requests with the key. */
  scrapes?: { prometheus: Prometheus; key: string } | undefined;
};

/** An id has at most 255 characters; a character takes up to nine when it is escaped in a path. */
const MAX_PATH_PARAMETER = 255 * 9;
/** Slow requests are closed after 28 s. By default Node checks only every 30 s, hence the check interval. */
const REQUEST_TIMEOUT_MS = 28_000;
const CHECK_EVERY_MS = 1_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 72_000;

export function createServer(parts: ServerParts): FastifyInstance {
  const { api, gate, log, metrics } = parts;
  const errorsOf = (request: FastifyRequest) => ({ clock: api.clock, log, facts: notesOf(request.raw) });
  const app = Fastify({
    bodyLimit: api.limits.bodyBytes,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: true,
    exposeHeadRoutes: true,
    rewriteUrl: parts.dashboard.isOn ? rewriteDashboardPath : ({ url }) => url ?? "/",
    // Node's own refusal of a request without Host has an empty body.
    http: { requireHostHeader: false, connectionsCheckingInterval: CHECK_EVERY_MS },
    clientErrorHandler: (error, socket) => refuseInvalidHttp(error, socket, api),
    frameworkErrors: (error, request, reply) => {
      const { status, headers, body } = errorResponse(error, request.url, errorsOf(request));
      reply.raw
        .writeHead(status, { ...headers, "content-type": "application/json; charset=utf-8" })
        .end(JSON.stringify(body));
    },
  });
  setDefaultHeaders(app.server);
  noteRequests(app.server, { log, metrics, time: api.time });
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  app.server.on("checkExpectation", (request, response) => refuseExpectation(request, response, api));
  closeFloods(app, boundConnections(app.server, { clientAddress: gate.clientAddress, clock: api.clock }));
  acceptJsonOnly(app, gate.chargeLoop);
  countArrivals(app, { ...gate, time: api.time });
  app.addHook("onRequest", (request, _reply, done) => done(missingHost(request.raw)));
  allowOrigins(app, parts.inboxOrigins);
  app.addHook("onRequest", (request, _reply, done) => done(unknownPath(request)));
  app.setErrorHandler((error, request, reply) => {
    const failure = isOversized(error) ? oversized(request) : error;
    if (failure !== error || isRefusedOnArrival(error)) discardRest(request, reply);
    const { status, headers, body } = errorResponse(failure, request.url, errorsOf(request));
    // A stream of lines may fail before its first one, and has set its own type by then.
    return reply.code(status).headers(headers).type("application/json; charset=utf-8").send(body);
  });
  addRoutes(app, parts);
  return app;
}

function addRoutes(app: FastifyInstance, parts: ServerParts): void {
  const {
    api,
    endpoints,
    gate,
    secrets,
    connections,
    inboxOrigins,
    receipts,
    dashboard,
    scrapes,
    role,
    log,
  } = parts;
  const endOfRoutes = answerOptions(app);
  for (const endpoint of endpoints) registerEndpoint(app, endpoint, gate);
  if (role !== "worker") documentRoutes(app, gate);
  if (role !== "worker") inboxScriptRoute(app);
  if (role !== "worker") unsubscribeRoutes(app, { gate, secrets });
  if (role !== "worker") streamRoute(app, { gate, connections, time: api.time });
  if (role !== "worker") socketRoutes(app, { api, gate, connections, origins: inboxOrigins, log });
  if (receipts) receiptRoutes(app, { api, gate, ...receipts });
  if (dashboard.isOn) dashboardRoutes(app, gate, dashboard);
  frontRoutes(app, role, { hasDashboard: dashboard.isOn && isDashboardBuilt() });
  if (scrapes) addMetricsRoute(app, scrapes.prometheus, scrapes.key);
  endOfRoutes();
}

/** Accepts only JSON in UTF-8. An empty body is allowed when none is expected: clients send it. */
function acceptJsonOnly(app: FastifyInstance, chargeLoop: ChargeShare): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers["content-type"] ?? "")?.[1];
      if (charset && !/^(utf-?8|us-ascii)$/i.test(charset)) {
        throw new AppError("unsupported_media", "The body must be JSON in UTF-8");
      }
      const share = shareOf(request);
      // Each body has a share (`body-arrival.ts`); without one, this body is empty.
      return share
        ? timed(
            (ms) => chargeLoop(share, ms),
            () => readJsonBody(body),
          )
        : readJsonBody(body);
    },
  );
}

/** HTTP/1.1 requires a Host header. */
function missingHost({ httpVersion, headers }: IncomingMessage): AppError | undefined {
  const isMissing = httpVersion === "1.1" && headers.host === undefined;
  return isMissing ? new AppError("bad_request", "The request has no Host header") : undefined;
}

/** Refuses a path or method without a route before its body arrives: the framework would read and parse it first. */
function unknownPath({ is404, method, url }: FastifyRequest): AppError | undefined {
  return is404 ? new AppError("not_found", `Cannot ${method} ${url.split("?")[0]}`) : undefined;
}

/** Refuses an `Expect` header other than 100-continue; Node's own refusal has an empty body. */
function refuseExpectation(request: IncomingMessage, response: ServerResponse, { clock }: Api): void {
  const { url: path = "" } = request;
  const { status, body } = shape(417, "The Expect header must be 100-continue", { path, clock });
  const headers = {
    ...DEFAULT_HEADERS,
    [REQUEST_ID_HEADER]: requestIdOf(request),
    "content-type": "application/json; charset=utf-8",
  };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

/** Invalid HTTP gets the same error shape, and the connection is closed. */
const STATUS_OF_HTTP_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function refuseInvalidHttp(error: Error & { code?: string }, socket: Socket, { clock }: Api): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status = STATUS_OF_HTTP_ERROR[error.code ?? ""] ?? 400;
  sendRawResponse(socket, shape(status, "The request is not valid HTTP", { path: "", clock }));
}
