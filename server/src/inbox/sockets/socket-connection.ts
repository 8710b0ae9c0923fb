import type { RawData, WebSocket } from "ws";
import { AppError } from "../../foundation/app-error.ts";
import type { Time } from "../../foundation/clock.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Connection, Connections } from "../live/connections.ts";
import type { LiveCounts, LiveEvent } from "../live/live-event.ts";
import type { InboxSession } from "../session.ts";
import type { SocketProtocol } from "./socket-protocol.ts";

/** Codes of RFC 6455, section 7.4.1, and of the IANA registry. */
const POLICY = 1008;
const PROTOCOL_ERROR = 1002;
const UNSUPPORTED = 1003;
const SERVICE_RESTART = 1012;
/** Our own: the token is not valid. */
export const UNAUTHORIZED = 4401;

/** A reader that leaves this much unread is too slow; it connects again and reads the list. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const MAX_FRAMES_PER_SECOND = 20;
/** A socket that has not ended by then is cut. */
const CLOSE_WITHIN_MS = 1_000;

type Parts = {
  socket: WebSocket;
  protocol: SocketProtocol;
  connections: Connections;
  address: string;
  session: InboxSession;
  /** Called when the connection is in the registry. */
  onEntered: () => void;
  time: Time;
};

/** A web socket of an inbox. */
export class SocketConnection implements Connection {
  readonly session: InboxSession;
  counts: LiveCounts | undefined;
  /** When the client last gave a sign of life. */
  aliveAtMs: number;
  readonly #parts: Parts;
  #namespace = "/";
  #remove: (() => void) | undefined;
  #isEnded = false;
  #second = { startedAtMs: 0, frames: 0 };

  constructor(parts: Parts) {
    const { socket, protocol, session, time } = parts;
    this.#parts = parts;
    this.session = session;
    this.aliveAtMs = time.monotonicMs();
    socket.on("message", (data, isBinary) => this.#take(data, isBinary));
    socket.on("ping", () => (this.#isFlooded() ? this.#end(POLICY) : this.#isAlive()));
    socket.on("pong", () => this.#isAlive());
    // `ws` has sent the code. It reads on: a connection cut with unread bytes is reset, and the client might not get the code.
    socket.on("error", () => this.#end(PROTOCOL_ERROR));
    socket.on("close", () => this.#remove?.());
    if (protocol.greeting) socket.send(protocol.greeting);
    else this.#enter("/");
  }

  /** Whether events are sent to it. */
  get isEntered(): boolean {
    return this.#remove !== undefined;
  }

  send(event: LiveEvent): void {
    const { socket, protocol } = this.#parts;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else socket.send(protocol.event(event.event, dataOf(event), this.#namespace));
  }

  /** Asks for a sign of life. */
  ping(): void {
    const { socket, protocol } = this.#parts;
    if (socket.readyState !== socket.OPEN) return;
    if (protocol.ping) socket.send(protocol.ping);
    else socket.ping();
  }

  close(reason: "restart" | "refused"): void {
    const { protocol, socket } = this.#parts;
    if (reason === "refused" && protocol.end) socket.send(protocol.end(this.#namespace));
    this.#end(reason === "restart" ? SERVICE_RESTART : UNAUTHORIZED);
  }

  /** Cuts a socket that gave no sign of life. */
  cut(): void {
    this.#parts.socket.terminate();
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#isEnded) return;
    if (isBinary) return this.#end(UNSUPPORTED);
    if (this.#isFlooded()) return this.#end(POLICY);
    this.#isAlive();
    const { socket, protocol } = this.#parts;
    const frame = protocol.read(data.toString());
    if (frame.kind === "reply") socket.send(frame.frame);
    if (frame.kind === "connect") this.#enter(frame.namespace);
    if (frame.kind === "leave") this.#end(1000);
    if (frame.kind === "invalid") this.#end(PROTOCOL_ERROR);
  }

  /** From here on events are sent. */
  #enter(namespace: string): void {
    const { socket, protocol, connections, address, onEntered } = this.#parts;
    if (this.isEntered) return;
    try {
      this.#namespace = namespace;
      this.#remove = connections.add(this, address);
      if (protocol.accept) socket.send(protocol.accept(namespace));
      onEntered();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const isStopping = error.code === "unavailable";
      if (protocol.refuse && !isStopping) socket.send(protocol.refuse(namespace, error.message));
      this.#end(isStopping ? SERVICE_RESTART : POLICY);
    }
  }

  #isAlive(): void {
    this.aliveAtMs = this.#parts.time.monotonicMs();
  }

  #isFlooded(): boolean {
    const now = this.#parts.time.monotonicMs();
    if (now - this.#second.startedAtMs > 1_000) this.#second = { startedAtMs: now, frames: 0 };
    this.#second.frames += 1;
    return this.#second.frames > MAX_FRAMES_PER_SECOND;
  }

  #end(code: number): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const { socket, time } = this.#parts;
    this.#remove?.();
    socket.close(code);
    const cancel = time.after(CLOSE_WITHIN_MS, () => socket.terminate());
    socket.once("close", cancel);
  }
}

function dataOf(event: LiveEvent): JsonObject {
  switch (event.event) {
    case "notification_received":
      return { message: event.record };
    case "unread_count_changed":
      return { counts: event.unreadCount, unreadCount: event.unreadCount.total, hasMore: false };
    case "unseen_count_changed":
      return { unseenCount: event.unseenCount };
  }
}
