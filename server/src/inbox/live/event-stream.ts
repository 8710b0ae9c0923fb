import type { ServerResponse } from "node:http";
import type { Cancel, Time } from "../../foundation/clock.ts";
import { type InboxSession, isSessionOver } from "../session.ts";
import type { Connection } from "./connections.ts";
import type { LiveCounts, LiveEvent } from "./live-event.ts";

/** Comments keep proxies from closing an idle stream, and show clients that it is alive. */
const HEARTBEAT_MS = 20_000;
/** Sessions are verified again with this heartbeat. */
const VERIFY_EVERY = 3;
/** A reader that leaves this much unread is too slow; it reconnects and reads the list again. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** A connection of server-sent events. */
export class EventStream implements Connection {
  readonly session: InboxSession;
  counts: LiveCounts | undefined;
  readonly #response: ServerResponse;
  readonly #time: Time;
  /** Events before the stream has begun. */
  #waiting: string[] | undefined = [];
  #stopHeartbeat: Cancel = () => {};

  constructor(session: InboxSession, response: ServerResponse, time: Time) {
    this.#time = time;
    this.session = session;
    this.#response = response;
  }

  begin(headers: Record<string, unknown>, counts: LiveCounts, verify: () => Promise<unknown>): void {
    this.counts ??= counts;
    this.#response.writeHead(200, {
      ...(headers as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // nginx would hold events back.
      "x-accel-buffering": "no",
    });
    this.#response.write(framed("ready", counts));
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const frame of waiting) this.#write(frame);
    this.#beat(verify);
  }

  #beat(verify: () => Promise<unknown>): void {
    let count = 0;
    this.#stopHeartbeat = this.#time.every(HEARTBEAT_MS, () => {
      count += 1;
      this.#write(": heartbeat\n\n");
      if (count % VERIFY_EVERY === 0) verify().catch((error) => isSessionOver(error) && this.close());
    });
    this.#response.once("close", () => this.#stopHeartbeat());
  }

  send(event: LiveEvent): void {
    const { event: name, ...data } = event;
    const { record: _, ...shown } = data as { record?: unknown };
    this.#write(framed(name, shown));
  }

  /** Clients connect again in both cases; a token that is not valid any more is refused then. */
  close(): void {
    this.#stopHeartbeat();
    this.#response.end(framed("closing", {}));
  }

  #write(frame: string): void {
    if (this.#waiting) this.#waiting.push(frame);
    else if (this.#response.writableLength > MAX_UNREAD_BYTES) this.#response.destroy();
    else this.#response.write(frame);
  }
}

function framed(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
