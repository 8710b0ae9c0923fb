import { connect, type Socket } from "node:net";

/** A request whose body is announced; one byte of it is sent. */
export type Announcement = {
  path: string;
  /** Default: POST. */
  method?: string;
  /** Undefined: a chunked body without a length. */
  bytes?: number | undefined;
  headers?: Record<string, string>;
};

/** Connections with such requests, which the service has begun to serve. */
export type Announced = {
  /** What each connection got back so far, after `100 Continue`. */
  readonly answers: readonly string[];
  /** How many of the connections are still open. */
  readonly openCount: number;
  close(): void;
};

const CONTINUED = "HTTP/1.1 100 Continue\r\n\r\n";

/** Opens `count` connections; resolves when the service has asked each of them to go on or has refused it. */
export async function announceBodies(
  url: string,
  count: number,
  announcement: Announcement,
): Promise<Announced> {
  const opened = await Promise.all(Array.from({ length: count }, () => announceOne(url, announcement)));
  return {
    get answers() {
      return opened.map(({ text }) => text().replace(CONTINUED, ""));
    },
    get openCount() {
      return opened.filter(({ socket }) => !socket.closed).length;
    },
    close: () => {
      for (const { socket } of opened) socket.destroy();
    },
  };
}

function announceOne(url: string, announcement: Announcement) {
  const { path, method = "POST", bytes, headers = {} } = announcement;
  const { hostname, port } = new URL(url);
  const length = bytes === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes}`;
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // The service answers 100 as soon as it has read this: so it is known that the request has begun.
  const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n${length}\r\n${more.join("")}\r\n`;
  let text = "";
  const socket: Socket = connect(Number(port), hostname, () => socket.write(head));
  socket.setEncoding("latin1");
  return new Promise<{ socket: Socket; text: () => string }>((resolve) => {
    const done = () => resolve({ socket, text: () => text });
    socket.on("data", (piece) => {
      text += piece;
      if (text === CONTINUED) socket.write(bytes === undefined ? "1\r\n{\r\n" : "{");
      done();
    });
    socket.on("error", done);
    socket.on("close", done);
  });
}
