import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Asked = {
  method: string;
  /** With its query, as it stood in the request. */
  path: string;
  headers: IncomingMessage["headers"];
  body: unknown;
};
export type Written = { status?: number; headers?: Record<string, string>; body?: unknown; text?: string };
export type Reply = Written | "hang up";

/** A small real service on loopback that remembers what it was asked. */
export type StubService = { url: string; asked: Asked[]; close(): Promise<void> };

/** @param port a free one when it is 0. */
export async function openStubService(
  answer: (asked: Asked, before: number) => Reply,
  port = 0,
): Promise<StubService> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    const { method = "", url: path = "", headers } = request;
    const one: Asked = { method, path, headers, body: sent === "" ? undefined : JSON.parse(sent) };
    asked.push(one);
    const reply = answer(one, asked.length - 1);
    if (reply === "hang up") return void request.socket.destroy();
    const body = reply.text ?? (reply.body === undefined ? "" : JSON.stringify(reply.body));
    response
      .writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A failure in the one shape of the contract. */
export function failure(status: number, message: string, more: Record<string, unknown> = {}): Written {
  const timestamp = "2026-01-31T08:00:00.000Z";
  return { status, body: { statusCode: status, timestamp, path: "/", message, ...more } };
}
