import type { Server } from "node:http";
import type { Socket } from "node:net";
import { HEALTH_OPERATIONS } from "@tidings/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../foundation/clock.ts";
import { kindOf, SHARE, ShareCounts } from "../foundation/share.ts";
import type { ClientAddress } from "./client-address.ts";
import { shape } from "./error-response.ts";
import { lingerForBody } from "./lingering-close.ts";
import { sendRawResponse } from "./raw-response.ts";
import { notesOf } from "./request-notes.ts";
import { shareOf } from "./request-share.ts";

/** More than the streams of inboxes that an address may have (`inbox/live/connections.ts`): it needs some beside them. */
const MAX_CONNECTIONS = 6_000;

/** A stranger's connection is kept after its answer while its address has at most so many. */
export type MaxKept = { answered: number; refused: number };

/** A browser opens six to a host, and several may share an address. */
const MAX_KEPT = 64;
/** After a refusal: most requests of a flood are refused. */
const MAX_KEPT_REFUSED = 6;

type Parts = { clientAddress: ClientAddress; clock: Clock; max?: number };

/** How many connections the address of this one has; 0 where they are many clients', at a trusted proxy. */
export type CountOfAddress = (socket: Pick<Socket, "remoteAddress">) => number;

/**
 * Limits the connections of one address, so that no client can take all that a process may open. A connection of a trusted
 * proxy is one of many clients and is not counted. A further connection is answered with 429 and closed.
 */
export function boundConnections(
  server: Pick<Server, "on">,
  { clientAddress, clock, max = MAX_CONNECTIONS }: Parts,
): CountOfAddress {
  const open = new ShareCounts();
  server.on("connection", (socket: Socket) => {
    const address = clientAddress.ofConnection(socket);
    if (address === undefined) return;
    const share = SHARE.stranger(address);
    if (open.of(share) < max) {
      socket.once("close", open.hold(share));
      return;
    }
    const refusal = shape(429, "There are too many connections from this address", { path: "", clock });
    sendRawResponse(socket, refusal);
    socket.destroySoon();
  });
  return (socket) => {
    const address = clientAddress.ofConnection(socket);
    return address === undefined ? 0 : open.of(SHARE.stranger(address));
  };
}

/** Probes keep theirs: they ask again in a moment, and an orchestrator that waits for them restarts the process. */
const KEPT_OPERATIONS: ReadonlySet<string | undefined> = new Set(HEALTH_OPERATIONS.map(({ id }) => id));

/**
 * Closes a stranger's connection after its answer, while its address has many. In a turn of the event loop, Node accepts one new
 * connection (libuv since 1.45) and serves every kept one that has sent something: a flood on kept connections makes turns long,
 * and lets new clients in one by one, seconds apart. Closed ones wait again, behind the others. The rest of a body that was refused
 * before it arrived is discarded first.
 */
export function closeFloods(
  app: FastifyInstance,
  countOf: CountOfAddress,
  maxKept: MaxKept = { answered: MAX_KEPT, refused: MAX_KEPT_REFUSED },
): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const max = reply.statusCode < 400 ? maxKept.answered : maxKept.refused;
    if (isOfStranger(request) && !reply.hasHeader("connection") && countOf(request.raw.socket) > max) {
      reply.header("connection", "close");
      if (!request.raw.complete) lingerForBody(request.raw);
    }
    done(null, payload);
  });
}

/** A request without a share was not admitted: it is a proven client's if the environment of its key or session is known. */
function isOfStranger(request: FastifyRequest): boolean {
  const share = shareOf(request);
  if (share !== undefined) return kindOf(share) === "stranger";
  const { operation, environmentId } = notesOf(request.raw);
  return environmentId === undefined && !KEPT_OPERATIONS.has(operation);
}
