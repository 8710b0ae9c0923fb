import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { invalidField } from "../../foundation/app-error.ts";
import type { Time } from "../../foundation/clock.ts";
import { SHARE } from "../../foundation/share.ts";
import { onceClosed } from "../../http/once-closed.ts";
import { obeyRateLimit, type RequestPipeline } from "../../http/register-endpoint.ts";
import { notesOf } from "../../http/request-notes.ts";
import { sessionTokensOf } from "../../http/session-cookie.ts";
import type { AuthenticateSession } from "../authenticate-session.ts";
import type { StreamPlaces } from "../stream-places.ts";
import type { Watch } from "../watch.ts";
import { LISTS } from "../watch-store.ts";

export type LiveParts = {
  gate: Pick<RequestPipeline, "loadShedding" | "rateLimiter" | "clientAddress">;
  authenticate: AuthenticateSession;
  watch: Watch;
  streamPlaces: StreamPlaces;
  time: Time;
};

const HEARTBEAT_MS = 15_000;
/** Browsers connect again, and their session is verified then. */
const LIFE_MS = 600_000;
const MAX_WATCHED = 50;
const NOTIFICATION = /^notification:[0-9a-f]{24}$/;

/**
 * Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) that say what has changed, and not
 * how: the page reads it again.
 */
export function liveRoute(app: FastifyInstance, parts: LiveParts): void {
  const options = { exposeHeadRoute: false };
  app.get("/dashboard/live", options, (request, reply) => openStream(request, reply, parts));
}

async function openStream(request: FastifyRequest, reply: FastifyReply, parts: LiveParts): Promise<void> {
  const { gate, authenticate, watch, streamPlaces, time } = parts;
  const notes = notesOf(request.raw);
  notes.operation = "dashboardLive";
  const { environment = "", of = [] } = request.query as Record<string, string | string[]>;
  const watched = [of].flat();
  refuseUnknown(watched);
  const address = gate.clientAddress(request.raw);
  const tokens = sessionTokensOf(request.raw);
  const reached = await authenticate(tokens, { environmentId: String(environment), address });
  const { sessionId } = reached;
  const environmentId = reached.environment.id;
  notes.environmentId = environmentId;
  obeyRateLimit(reply, gate.rateLimiter.takeOf(environmentId, "other"));
  const refusal = gate.loadShedding.refusal(SHARE.environment(environmentId), false);
  if (refusal) throw refusal;
  const { raw: response } = reply;
  onceClosed(response, streamPlaces.take({ sessionId, address, environmentId }));
  const write = (event: string, data: object) =>
    send(response, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const remove = await watch.add(environmentId, watched, ({ of: one }) => write("changed", { of: one }));
  if (response.destroyed) return remove();
  reply.hijack();
  begin(response, reply.getHeaders(), { watch, remove, time });
  write("ready", {});
}

type Watching = { watch: Watch; remove: () => void; time: Time };

function begin(response: ServerResponse, headers: object, { watch, remove, time }: Watching): void {
  const stopHeartbeat = time.every(HEARTBEAT_MS, () => send(response, ": heartbeat\n\n"));
  const end = () => response.end();
  const cancelEnd = time.after(LIFE_MS, end);
  const forget = watch.onClose(end);
  response.once("close", () => {
    stopHeartbeat();
    cancelEnd();
    forget();
    remove();
  });
  response.writeHead(200, {
    ...headers,
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
}

/** A page that does not read is cut: hints are a few bytes, and it reads everything again when it is back. */
const MAX_BUFFERED_BYTES = 65_536;

function send(response: ServerResponse, text: string): void {
  if (response.destroyed || response.writableEnded) return;
  response.write(text);
  if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy();
}

function refuseUnknown(watched: readonly string[]): void {
  const isKnown = (one: string) => NOTIFICATION.test(one) || (LISTS as readonly string[]).includes(one);
  if (watched.length === 0 || watched.length > MAX_WATCHED || !watched.every(isKnown)) {
    const names = [...LISTS, "notification:<id>"].join(", ");
    throw invalidField("of", `of must be 1 to ${MAX_WATCHED} of: ${names}`);
  }
}
