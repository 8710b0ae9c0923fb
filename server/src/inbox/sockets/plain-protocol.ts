import type { SocketProtocol } from "./socket-protocol.ts";

/** JSON texts `{event, data}`, as PartySocket reads them. The client sends the text `ping` every 25 s. */
export const PLAIN: SocketProtocol = {
  read: (text) => {
    if (text === "ping") return { kind: "reply", frame: "pong" };
    return text === "pong" ? { kind: "alive" } : { kind: "invalid" };
  },
  event: (event, data) => JSON.stringify({ event, data }),
};
