import type { JsonObject } from "../../foundation/json.ts";

/** What a frame of the client asks for. */
export type ClientFrame =
  | { kind: "reply"; frame: string }
  | { kind: "alive" }
  /** Socket.IO: the client enters a namespace; only then are events sent. */
  | { kind: "connect"; namespace: string }
  | { kind: "leave" }
  /** A frame without an effect. */
  | { kind: "nothing" }
  | { kind: "invalid" };

/** How a connection speaks: the frames of one protocol. */
export type SocketProtocol = {
  /** Sent when the socket opens; undefined if events are sent at once. */
  greeting?: string;
  read(text: string): ClientFrame;
  event(name: string, data: JsonObject, namespace: string): string;
  /** Asks for a sign of life; undefined if the protocol leaves that to the ping frames of web sockets. */
  ping?: string;
  /** Accepts the client in a namespace. */
  accept?(namespace: string): string;
  /** Refuses it, so that the client does not try again by itself. */
  refuse?(namespace: string, message: string): string;
  /** Ends the session, so that the client does not connect again by itself. */
  end?(namespace: string): string;
};
