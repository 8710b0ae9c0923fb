import WebSocket from "ws";

/** Opens a web socket without a client's protocol; resolves when it is open. */
export async function openRawSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace(/^http/, "ws"));
  socket.on("error", () => {});
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("close", reject);
  });
  return socket;
}

/** The code with which the server closes the socket. */
export function closeCodeOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once("close", resolve));
}
