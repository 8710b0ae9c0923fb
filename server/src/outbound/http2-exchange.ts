import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
} from "node:http2";
import type { Time } from "../foundation/clock.ts";
import type { HttpCall, HttpResult } from "../providers/provider.ts";
import { headersToSend } from "../providers/request-headers.ts";
import { type Deadlines, startDeadlines, type Timeouts } from "./deadlines.ts";
import { failureOf } from "./failure.ts";
import { readBody } from "./read-body.ts";
import { responseOf } from "./response.ts";
import type { OutboundTarget } from "./target.ts";

type Sending = { session: ClientHttp2Session; timeouts: Timeouts; time: Time };

/** Sends one request over an HTTP/2 connection (RFC 9113) and returns its response. */
export async function http2Exchange(
  target: OutboundTarget,
  call: HttpCall,
  { session, timeouts, time }: Sending,
): Promise<HttpResult> {
  const deadlines = startDeadlines(timeouts, time);
  const progress = { isConnected: !session.connecting };
  const connected = () => {
    progress.isConnected = true;
    deadlines.connected();
  };
  if (session.connecting) session.once("connect", connected);
  else deadlines.connected();
  const stream = session.request(headersOf(target, call));
  deadlines.passed.catch(() => stream.destroy());
  try {
    const head = await headOf(stream, call.body, deadlines);
    deadlines.answered();
    const { ":status": status, ...headers } = head;
    return responseOf({ status: Number(status), headers }, await readBody(stream, headers), time.now());
  } catch (error) {
    return wasRefused(stream) ? notProcessed() : failureOf(error, progress.isConnected);
  } finally {
    session.off("connect", connected);
    if (!progress.isConnected) session.destroy();
    stream.destroy();
    deadlines.stop();
  }
}

function headersOf({ url }: OutboundTarget, { method, headers = {}, body }: HttpCall) {
  return { ...headersToSend(headers, body), ":method": method, ":path": `${url.pathname}${url.search}` };
}

function headOf(
  stream: ClientHttp2Stream,
  body: HttpCall["body"],
  deadlines: Deadlines,
): Promise<IncomingHttpHeaders> {
  const head = new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.once("response", resolve);
    stream.on("error", reject);
    stream.once("close", () => reject(new Error("the stream was closed")));
    stream.end(body);
  });
  return Promise.race([head, deadlines.passed]);
}

/** The peer states that it did not process the request (RFC 9113, section 8.7). */
function wasRefused(stream: ClientHttp2Stream): boolean {
  return stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
}

function notProcessed(): HttpResult {
  return { kind: "unreachable", reason: "the server refused the stream" };
}
