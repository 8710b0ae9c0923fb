import type { ClientFrame, SocketProtocol } from "./socket-protocol.ts";

/** Sent to the client, which ends the connection if the server is silent for both times together. */
export const PING_EVERY_MS = 25_000;
export const PONG_WITHIN_MS = 20_000;
/** The largest frame that a client may send. */
export const MAX_FRAME_BYTES = 16 * 1024;

const PING = "2";
/** `40`: enters the default namespace; `40/name,`: enters another. A payload may follow. */
const CONNECT = /^40(?:(\/[^,{]{0,200})(?:,|$))?/;

/**
 * Socket.IO 5 over Engine.IO 4 with web sockets only (https://socket.io/docs/v4/socket-io-protocol/,
 * https://socket.io/docs/v4/engine-io-protocol/): the first character is the packet of Engine.IO (0 open, 1 close, 2 ping,
 * 3 pong, 4 message), the second that of Socket.IO (0 connect, 1 disconnect, 2 event, 4 connect error).
 */
export function socketIo(sid: string): SocketProtocol {
  const handshake = { sid, upgrades: [], pingInterval: PING_EVERY_MS, pingTimeout: PONG_WITHIN_MS };
  return {
    greeting: `0${JSON.stringify({ ...handshake, maxPayload: MAX_FRAME_BYTES })}`,
    read,
    event: (name, data, namespace) => `42${before(namespace)}${JSON.stringify([name, data])}`,
    ping: PING,
    accept: (namespace) => `40${before(namespace)}${JSON.stringify({ sid })}`,
    refuse: (namespace, message) => `44${before(namespace)}${JSON.stringify({ message })}`,
    end: (namespace) => (namespace === "/" ? "41" : `41${namespace},`),
  };
}

function read(text: string): ClientFrame {
  if (text === "3") return { kind: "alive" };
  if (text === PING) return { kind: "reply", frame: "3" };
  if (text === "1" || text.startsWith("41")) return { kind: "leave" };
  const connect = CONNECT.exec(text);
  if (connect) return { kind: "connect", namespace: connect[1] ?? "/" };
  // Events of clients have no meaning here.
  return text.startsWith("42") ? { kind: "nothing" } : { kind: "invalid" };
}

/** The default namespace is not written. */
function before(namespace: string): string {
  return namespace === "/" ? "" : `${namespace},`;
}
