import {
  type ClientRequest,
  type Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import type { Time } from "../foundation/clock.ts";
import { failpoint } from "../foundation/failpoint.ts";
import type { HttpCall, HttpResult } from "../providers/provider.ts";
import { headersToSend } from "../providers/request-headers.ts";
import { type Deadlines, startDeadlines, type Timeouts } from "./deadlines.ts";
import { failureOf, RefusedAtConnect } from "./failure.ts";
import { guardHost, type OutboundGuard } from "./guard.ts";
import { http2Exchange } from "./http2-exchange.ts";
import type { Http2Sessions } from "./http2-sessions.ts";
import { readBody } from "./read-body.ts";
import { responseOf } from "./response.ts";
import type { OutboundTarget } from "./target.ts";

export type OutboundContext = {
  readonly guard: OutboundGuard;
  readonly agentFor: (url: URL) => HttpAgent;
  readonly http2: Http2Sessions;
  readonly timeouts: Timeouts;
  readonly time: Time;
};

const MAX_HEADER_BYTES = 16 * 1024;

/** Sends one request and returns its response. Redirects are returned as they are; nothing is retried. */
export async function exchange(
  target: OutboundTarget,
  call: HttpCall,
  context: OutboundContext,
): Promise<HttpResult> {
  if (call.http2) {
    const session = context.http2.of(target, call.http2.session, guardedLookup(target.port, context.guard));
    return http2Exchange(target, call, { ...context, session });
  }
  const deadlines = startDeadlines(context.timeouts, context.time);
  const progress = { isConnected: false };
  const request = openRequest(target, call, context);
  deadlines.passed.catch(() => request.destroy());
  whenConnected(request, target, () => {
    progress.isConnected = true;
    deadlines.connected();
  });
  try {
    const response = await headOf(request, call.body, deadlines);
    deadlines.answered();
    const { statusCode: status = 0, headers } = response;
    return responseOf({ status, headers }, await readBody(response, headers), context.time.now());
  } catch (error) {
    request.destroy();
    return failureOf(error, progress.isConnected);
  } finally {
    deadlines.stop();
  }
}

function openRequest(target: OutboundTarget, call: HttpCall, context: OutboundContext): ClientRequest {
  const open = target.url.protocol === "https:" ? httpsRequest : httpRequest;
  return open(target.url, {
    method: call.method,
    headers: headersToSend(call.headers ?? {}, call.body),
    agent: context.agentFor(target.url),
    lookup: guardedLookup(target.port, context.guard),
    maxHeaderSize: MAX_HEADER_BYTES,
  });
}

/** Resolves the name during the connect, so that the checked address is the address that is used. */
function guardedLookup(port: number, guard: OutboundGuard): LookupFunction {
  return (host, options, callback) => {
    guardHost(host, port, guard).then((guarded) => {
      if (guarded.kind !== "open") return callback(new RefusedAtConnect(guarded), "", 0);
      const found = guarded.addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      if (options.all) return callback(null, found);
      callback(null, found[0]?.address ?? "", found[0]?.family);
    });
  };
}

const connectedSockets = new WeakSet<Socket>();

/** Calls back once bytes of the request may have been sent: before that, a failure means that nothing was sent. */
function whenConnected(request: ClientRequest, target: OutboundTarget, isConnected: () => void): void {
  request.once("socket", (socket) => {
    if (connectedSockets.has(socket)) return isConnected();
    socket.once(target.url.protocol === "https:" ? "secureConnect" : "connect", () => {
      connectedSockets.add(socket);
      isConnected();
    });
  });
}

function headOf(
  request: ClientRequest,
  body: HttpCall["body"],
  deadlines: Deadlines,
): Promise<IncomingMessage> {
  const head = new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.on("error", reject);
    request.once("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new Error("the other side changed the protocol"));
    });
    request.end(body, () => failpoint("W4"));
  });
  return Promise.race([head, deadlines.passed]);
}
