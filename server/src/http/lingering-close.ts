import type { IncomingMessage } from "node:http";

/**
 * Lets a connection that ends with its answer linger until the body of the request has arrived (RFC 9112, section 9.6). Node
 * destroys the socket with the answer: what the client still sends then resets the connection, and the client may get an error
 * of its connection instead of the answer. The time limit of requests (`server.ts`) ends a body that does not arrive.
 */
export function lingerForBody(body: IncomingMessage): void {
  const { socket } = body;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    socket.end();
    if (body.readableEnded) close();
    else body.once("end", close);
  };
}
