import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { DEFAULT_HEADERS } from "./default-headers.ts";
import type { ErrorResponse } from "./error-response.ts";
import { REQUEST_ID_HEADER, requestIdOf } from "./request-notes.ts";

/** Answers on a socket that never became a request of the framework, and closes the connection. */
export function sendRawResponse(socket: Duplex, { status, headers, body }: ErrorResponse): void {
  const text = JSON.stringify(body);
  const all = {
    ...DEFAULT_HEADERS,
    [REQUEST_ID_HEADER]: requestIdOf({ headers: {} }),
    ...headers,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`);
}
