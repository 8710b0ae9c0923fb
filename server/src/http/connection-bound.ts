import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../foundation/clock.ts";
import { SHARE, ShareCounts } from "../foundation/share.ts";
import type { ClientAddress } from "./client-address.ts";
import { shape } from "./error-response.ts";
import { sendRawResponse } from "./raw-response.ts";

/** More than the streams of inboxes that an address may have (`inbox/live/connections.ts`): it needs some beside them. */
const MAX_CONNECTIONS = 6_000;

type Parts = { clientAddress: ClientAddress; clock: Clock; max?: number };

/**
 * Limits the connections of one address, so that no client takes all that a process may open. A connection of a trusted proxy
 * is one of many clients and is not counted. A further connection is answered with 429 and closed.
 */
export function boundConnections(
  server: Pick<Server, "on">,
  { clientAddress, clock, max = MAX_CONNECTIONS }: Parts,
): void {
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
}
