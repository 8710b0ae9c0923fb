import type { WebSocket } from "ws";
import type { Time } from "../../foundation/clock.ts";
import { UNAUTHORIZED } from "./socket-connection.ts";
import { socketIo } from "./socket-io-protocol.ts";

const CUT_AFTER_MS = 5_000;

/** Lets a client without a valid token enter its namespace only to be refused there: then it does not try again. */
export function refuseSocketIo(socket: WebSocket, message: string, time: Time): void {
  const protocol = socketIo("refused");
  const cancel = time.after(CUT_AFTER_MS, () => socket.terminate());
  socket.on("error", () => socket.terminate());
  socket.once("close", cancel);
  socket.once("message", (data) => {
    const frame = protocol.read(data.toString());
    if (frame.kind === "connect" && protocol.refuse) socket.send(protocol.refuse(frame.namespace, message));
    socket.close(UNAUTHORIZED);
  });
  if (protocol.greeting) socket.send(protocol.greeting);
}
