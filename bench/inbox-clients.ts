import { createHmac } from "node:crypto";
import WebSocket from "ws";
import type { Target } from "./load.ts";

/** The session of one subscriber. */
export type BenchSession = { subscriberId: string; token: string };

/** Opens a session as a browser does, with the hash of a customer's backend. */
export async function openSession(
  { url, apiKey, environmentId }: Target & { environmentId: string },
  subscriberId: string,
): Promise<BenchSession> {
  const subscriberHash = createHmac("sha256", apiKey).update(subscriberId).digest("hex");
  const response = await fetch(`${url}/v1/inbox/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      applicationIdentifier: environmentId,
      subscriber: { subscriberId },
      subscriberHash,
    }),
  });
  const body = (await response.json()) as { data: { token: string } };
  if (response.status !== 201) throw new Error(`session: ${response.status} ${JSON.stringify(body)}`);
  return { subscriberId, token: body.data.token };
}

export async function inboxGet({ url }: Target, { token }: BenchSession, path: string): Promise<void> {
  const response = await fetch(`${url}/v1/inbox${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
}

/** Opens a socket of socket.io, which answers pings; resolves when it has joined. */
export function openSocket(
  url: string,
  { token }: BenchSession,
  onText: (text: string) => void,
): Promise<WebSocket> {
  const address = `${url.replace(/^http/, "ws")}/socket.io/?EIO=4&transport=websocket&token=${token}`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    socket.on("error", reject);
    socket.on("close", (code) => reject(new Error(`a socket was closed with ${code}`)));
    socket.on("message", (data) => {
      const frame = data.toString();
      if (frame.startsWith("0")) socket.send("40");
      else if (frame === "2") socket.send("3");
      else if (frame.startsWith("40")) resolve(socket);
      else if (frame.startsWith('42["notification_received"')) {
        onText(JSON.parse(frame.slice(2))[1].message.content);
      }
    });
  });
}
