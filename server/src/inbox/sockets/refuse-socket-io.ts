import type { WebSocket } from "ws";
import { UNAUTHORIZED } from "./socket-connection.ts";
import { socketIo } from "./socket-io-protocol.ts";

const CUT_AFTER_MS = 5_000;

/** Lets a client without a valid token enter its namespace only to be refused there: then it does not try again. */
export function refuseSocketIo(socket: WebSocket, message: string): void {
  const protocol = socketIo("refused");
  const cutting = setTimeout(() => socket.terminate(), CUT_AFTER_MS);
  socket.on("error", () => socket.terminate());
  socket.once("close", () => clearTimeout(cutting));
  socket.once("message", (data) => {
    const frame = protocol.read(data.toString());
    if (frame.kind === "connect" && protocol.refuse) socket.send(protocol.refuse(frame.namespace, message));
    socket.close(UNAUTHORIZED);
  });
  if (protocol.greeting) socket.send(protocol.greeting);
}
