import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type RecordedRequest = {
  method: string;
  /** The path with its query. */
  path: string;
  headers: IncomingMessage["headers"];
  body: unknown;
};
export type StubAnswer = { status?: number; headers?: Record<string, string>; body?: unknown; text?: string };
export type Reply = StubAnswer | "hang up";

/** A small HTTP server on loopback that records its requests. */
export type StubService = { url: string; requests: RecordedRequest[]; close(): Promise<void> };

export async function openStubService(
  answer: (request: RecordedRequest, before: number) => Reply,
): Promise<StubService> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    const { method = "", url: path = "", headers } = request;
    const recorded: RecordedRequest = {
      method,
      path,
      headers,
      body: sent === "" ? undefined : JSON.parse(sent),
    };
    requests.push(recorded);
    const reply = answer(recorded, requests.length - 1);
    if (reply === "hang up") return void request.socket.destroy();
    const body = reply.text ?? (reply.body === undefined ? "" : JSON.stringify(reply.body));
    response
      .writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A failure in the shape of the contract. */
export function failure(status: number, message: string, more: Record<string, unknown> = {}): StubAnswer {
  const timestamp = "2026-01-31T08:00:00.000Z";
  return { status, body: { statusCode: status, timestamp, path: "/", message, ...more } };
}
