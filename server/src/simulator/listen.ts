import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Begins an HTTP/2 connection without TLS (RFC 9113, section 3.4). */
const PREFACE = "PRI";

export type Listener = {
  readonly port: number;
  /** How many connections were opened since the start. */
  connectionCount(): number;
  close(): Promise<void>;
};

/**
 * Listens on the loopback interface for HTTP/1.1 and HTTP/2 on one port: the first bytes of a connection decide. @throws when the
 * port is taken.
 */
export async function listen(port: number, handle: Handle): Promise<Listener> {
  let connectionCount = 0;
  const sockets = new Set<Socket>();
  const http1 = createServer(handle);
  const http2 = createHttp2Server((request, response) => {
    handle(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
  const server = createTcpServer((socket) => {
    connectionCount += 1;
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    socket.once("data", (start: Buffer) => {
      socket.pause();
      socket.unshift(start);
      (start.toString("latin1", 0, PREFACE.length) === PREFACE ? http2 : http1).emit("connection", socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connectionCount: () => connectionCount,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
