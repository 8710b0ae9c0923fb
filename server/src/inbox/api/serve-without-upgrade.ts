import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/** Whether the client asks for a web socket, not for another protocol such as HTTP/2 (`h2c`). */
export function asksForSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.trim().toLowerCase() === "websocket";
}

/**
 * Serves a request that asks for another protocol as if it had not asked, as RFC 9110, section 7.8, allows: Java's client
 * asks for HTTP/2 in every first request. Node.js 20 has taken the connection off the server, so it is given the request again.
 */
export function serveWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (!/^(upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}
