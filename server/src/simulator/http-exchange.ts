import type { IncomingMessage, ServerResponse } from "node:http";
import type { Time } from "../foundation/clock.ts";
import type { Reply } from "./play-vendor.ts";
import { decodeBody, type Received } from "./received.ts";

/** Bodies beyond this size are refused with 413. */
export const MAX_BODY_BYTES = 50 * 1_024 * 1_024;
/** How late a slow answer is. */
export const SLOW_MS = 5_000;

/** Undefined for a body beyond the limit. */
export async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

type Read = { bytes: Buffer; path: string; origin: string };

export async function receivedFrom(
  request: IncomingMessage,
  { bytes, path, origin }: Read,
): Promise<Received> {
  const { method = "", url = "", headers } = request;
  const named = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]);
  return {
    method,
    path,
    url: `${origin}${url}`,
    headers: Object.fromEntries(named),
    bytes,
    body: await decodeBody(bytes, headers["content-type"] ?? ""),
  };
}

export async function sendReply(
  response: ServerResponse,
  { status, headers, body, fault }: Reply,
  time: Time,
): Promise<void> {
  if (fault === "reset") return void response.destroy();
  if (fault === "hang") return;
  if (fault === "garbage") {
    response.writeHead(200, { "content-type": "text/html" }).end("<html>\u0000 not what was documented");
    return;
  }
  if (fault === "slow") await time.sleep(SLOW_MS);
  response.writeHead(status, headers).end(body);
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(`${JSON.stringify(body, null, 2)}\n`);
}
