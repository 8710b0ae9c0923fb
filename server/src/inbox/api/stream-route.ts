import { openInboxStream as operation } from "@tidings/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Time } from "../../foundation/clock.ts";
import { SHARE } from "../../foundation/share.ts";
import { bearerTokenOf } from "../../http/bearer-token.ts";
import { onceClosed } from "../../http/once-closed.ts";
import type { RequestPipeline } from "../../http/register-endpoint.ts";
import { notesOf } from "../../http/request-notes.ts";
import type { Connections } from "../live/connections.ts";
import { EventStream } from "../live/event-stream.ts";
import { readCounts } from "../live/push-changes.ts";

export type StreamParts = {
  gate: Pick<RequestPipeline, "turns" | "scope" | "loadShedding" | "verifySession" | "clientAddress">;
  connections: Connections;
  time: Time;
};

/**
 * Server-sent events of an inbox (https://html.spec.whatwg.org/multipage/server-sent-events.html). The stream ends when the
 * session does, or the process; clients connect again and read their list, because events in between are not repeated.
 */
export function streamRoute(app: FastifyInstance, parts: StreamParts): void {
  app.get(operation.path, {
    exposeHeadRoute: false,
    handler: (request, reply) => openStream(request, reply, parts),
  });
}

async function openStream(request: FastifyRequest, reply: FastifyReply, parts: StreamParts): Promise<void> {
  const { gate, connections } = parts;
  const notes = notesOf(request.raw);
  notes.operation = operation.id;
  const token = bearerTokenOf(request.headers.authorization);
  const session = await gate.verifySession(token);
  const environmentId = session.environment.id;
  notes.environmentId = environmentId;
  const share = SHARE.environment(environmentId);
  const refusal = gate.loadShedding.refusal(share, false);
  if (refusal) throw refusal;
  const stream = new EventStream(session, reply.raw, parts.time);
  await connections.open();
  const remove = connections.add(stream, gate.clientAddress(request.raw));
  // From here on changes are sent; the counts of `ready` are read after it, so that none is missed.
  onceClosed(reply.raw, remove);
  const database = gate.scope(gate.turns.reads.of(share), environmentId);
  const counts = await readCounts(database, environmentId, session).catch((error) => {
    remove();
    throw error;
  });
  if (reply.raw.destroyed) return;
  reply.hijack();
  stream.begin(reply.getHeaders(), counts, () => gate.verifySession(token));
}
