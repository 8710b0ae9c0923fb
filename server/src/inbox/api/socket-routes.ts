import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { WebSocketServer } from "ws";
import { AppError } from "../../foundation/app-error.ts";
import { newId } from "../../foundation/id.ts";
import type { Log } from "../../foundation/log.ts";
import { SHARE } from "../../foundation/share.ts";
import type { Api } from "../../http/endpoint.ts";
import { errorResponse } from "../../http/error-response.ts";
import type { InboxOrigins } from "../../http/inbox-cors.ts";
import { sendRawResponse } from "../../http/raw-response.ts";
import type { RequestPipeline } from "../../http/register-endpoint.ts";
import type { Connections } from "../live/connections.ts";
import type { InboxSession } from "../session.ts";
import { isSessionOver, sessionRefused } from "../session.ts";
import { createHeartbeats } from "../sockets/heartbeats.ts";
import { PLAIN } from "../sockets/plain-protocol.ts";
import { refuseSocketIo } from "../sockets/refuse-socket-io.ts";
import { SocketConnection } from "../sockets/socket-connection.ts";
import { MAX_FRAME_BYTES, socketIo } from "../sockets/socket-io-protocol.ts";
import { asksForSocket, serveWithoutUpgrade } from "./serve-without-upgrade.ts";

export type SocketParts = {
  api: Pick<Api, "clock" | "time" | "inboxHints">;
  gate: Pick<RequestPipeline, "loadShedding" | "verifySession" | "clientAddress">;
  connections: Connections;
  origins: InboxOrigins;
  log: Log;
};

/** The path of the long polling of Socket.IO, which is not offered. */
const POLLING = "/socket.io/";

/**
 * Web sockets of inboxes on the port of the API: a request with the query `EIO=4` speaks Socket.IO, any other plain web
 * sockets, on every path (the path of a plain one may be chosen freely, and Socket.IO's is a setting of the client). The
 * token is in the query `token`, because browsers cannot send headers with a web socket.
 */
export function socketRoutes(app: FastifyInstance, parts: SocketParts): void {
  const { api, gate, connections } = parts;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
  });
  const heartbeats = createHeartbeats({ verifySession: gate.verifySession, time: api.time });
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
    heartbeats.close();
  });
  app.get(POLLING, async () => {
    throw new AppError("bad_request", 'Long polling is not supported; use the transport "websocket"');
  });
  // From 22.21 and 24.9 on, Node.js asks this first, and reads the body of a request that it does not upgrade. Node.js 20 does not.
  Object.assign(app.server, { shouldUpgradeCallback: asksForSocket });
  app.server.on("upgrade", (request, socket, head) => {
    if (!asksForSocket(request)) return serveWithoutUpgrade(app.server, request, { socket, head });
    socket.on("error", () => socket.destroy());
    admit(request, parts, isClosing).then(
      (admitted) => {
        if (socket.destroyed) return;
        sockets.handleUpgrade(request, socket, head, (webSocket) => {
          if ("refusal" in admitted) return refuseSocketIo(webSocket, admitted.refusal.message, api.time);
          const { session, token, isSocketIo } = admitted;
          const protocol = isSocketIo ? socketIo(newId(api.clock.now().getTime())) : PLAIN;
          const address = gate.clientAddress(request);
          const connection = new SocketConnection({
            socket: webSocket,
            protocol,
            session,
            address,
            connections,
            onEntered: () => api.inboxHints.refresh(session.environment.id, session.subscriberId),
            time: api.time,
          });
          webSocket.once("close", heartbeats.watch(connection, token));
        });
      },
      (error: unknown) => refuseUpgrade(socket, error, parts),
    );
  });
}

type Admitted = { session: InboxSession; token: string; isSocketIo: boolean };

/**
 * A client of Socket.IO is refused inside of its protocol: after a refused upgrade it would try again for ever.
 * @throws AppError
 */
async function admit(
  request: IncomingMessage,
  { gate, connections, origins }: SocketParts,
  isClosing: boolean,
): Promise<Admitted | { refusal: AppError }> {
  if (isClosing) throw new AppError("unavailable", "The service is stopping; connect again");
  const { origin } = request.headers;
  if (origins !== "any" && origin !== undefined && !origins.includes(origin)) {
    throw new AppError("forbidden", "Pages of this origin may not open inboxes (TIDINGS_INBOX_ORIGINS)");
  }
  const [, search = ""] = (request.url ?? "").split("?", 2);
  const query = new URLSearchParams(search);
  const token = query.get("token") ?? "";
  const isSocketIo = query.get("EIO") === "4";
  try {
    if (token === "") throw sessionRefused();
    const session = await gate.verifySession(token);
    const overload = gate.loadShedding.refusal(SHARE.environment(session.environment.id), false);
    if (overload) throw overload;
    await connections.open();
    return { session, token, isSocketIo };
  } catch (error) {
    if (isSocketIo && isSessionOver(error)) return { refusal: error as AppError };
    throw error;
  }
}

/** Answers an upgrade with an error of HTTP, and closes the connection. */
function refuseUpgrade(socket: Duplex, error: unknown, { api, log }: SocketParts): void {
  sendRawResponse(socket, errorResponse(error, "", { clock: api.clock, log }));
}
