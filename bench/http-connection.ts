import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { readResponse } from "./http-response.ts";

export type Target = { url: string; apiKey: string };
export type Request = {
  /** Default "POST" with a body, "GET" without one. */
  method?: string;
  /** With the query. */
  path: string;
  /** JSON. */
  body?: string;
};
export type Response = { status: number; body: Buffer };

type Waiting = { resolve: (response: Response) => void; reject: (error: Error) => void };

/**
 * A kept connection of HTTP/1.1 that sends one request at a time. It writes and parses bytes itself: a request costs the load
 * generator a third of the processor time of `node:http`, and the generator shares the cores with what it measures.
 */
export class HttpConnection {
  private readonly url: URL;
  private readonly head: string;
  private socket: Socket | undefined;
  private received: Buffer = Buffer.alloc(0);
  private waiting: Waiting | undefined;

  constructor({ url, apiKey }: Target) {
    this.url = new URL(url);
    this.head = ` HTTP/1.1\r\nhost: ${this.url.host}\r\nauthorization: ApiKey ${apiKey}\r\n`;
  }

  /** Connects when there is no open connection. Rejects when the server closes it before the response is complete. */
  send({ path, body, method = body === undefined ? "GET" : "POST" }: Request): Promise<Response> {
    const content =
      body === undefined
        ? "\r\n"
        : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket ??= this.open();
      this.socket.write(`${method} ${this.url.pathname.replace(/\/$/, "")}${path}${this.head}${content}`);
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket?.destroy();
  }

  private open(): Socket {
    const isTls = this.url.protocol === "https:";
    const port = Number(this.url.port || (isTls ? 443 : 80));
    const host = this.url.hostname;
    const socket = isTls ? connectTls({ host, port, servername: host }) : connect({ host, port });
    socket.setNoDelay(true);
    socket.on("data", (bytes) => this.take(bytes));
    socket.on("error", (error) => this.end(error));
    socket.on("close", () => this.end(new Error(`${this.url.host} closed the connection`)));
    return socket;
  }

  private take(bytes: Buffer): void {
    this.received = this.received.length === 0 ? bytes : Buffer.concat([this.received, bytes]);
    const response = readResponse(this.received);
    if (!response) return;
    this.received = Buffer.alloc(0);
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.resolve(response);
  }

  private end(error: Error): void {
    const { waiting } = this;
    this.socket = undefined;
    this.received = Buffer.alloc(0);
    this.waiting = undefined;
    waiting?.reject(error);
  }
}
