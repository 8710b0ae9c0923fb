import type { ServerResponse } from "node:http";
import type { ProviderCall } from "./evidence.ts";

/** How a provider answers one call. */
export type Behaviour =
  | { kind: "ok" }
  /** `id`: what the provider calls the message. */
  | { kind: "slow"; ms: number; id?: string }
  /** An error status with any headers, e.g. Retry-After. */
  | { kind: "status"; status: number; headers?: Record<string, string> }
  | { kind: "hang" }
  /** The connection is reset before the message is read, or after it was delivered. */
  | { kind: "close_before" }
  | { kind: "close_after" }
  /** 2xx with a body of 100 MB, or with a body that is not JSON. */
  | { kind: "huge" }
  | { kind: "wrong_json" }
  /** Any status with a body that never ends: at full speed, or one byte at a time. */
  | { kind: "endless"; status: number }
  | { kind: "drip"; status: number }
  /** These exact bytes. A 409 means that the message was delivered before. */
  | { kind: "bytes"; status: number; headers?: Record<string, string>; body: string | Buffer }
  | { kind: "redirect"; to: string };

/** Whether the provider delivers the message. */
export function isDelivery(behaviour: Behaviour): boolean {
  switch (behaviour.kind) {
    case "ok":
    case "slow":
    case "close_after":
    case "huge":
    case "wrong_json":
      return true;
    case "endless":
    case "drip":
    case "bytes":
      return behaviour.status < 300 || behaviour.status === 409;
    default:
      return false;
  }
}

/** Statuses that ask for a retry, unless Retry-After is this far away. */
const RETRYABLE = [408, 425, 429];
const NEVER_S = 1_000_000_000;

export function outcomeOf(behaviour: Behaviour): ProviderCall["outcome"] {
  const { kind } = behaviour;
  if (kind === "hang" || kind === "close_before" || kind === "close_after") return "unanswered";
  if (kind === "redirect") return "refused";
  if (isDelivery(behaviour) || !("status" in behaviour)) return "accepted";
  const { status } = behaviour;
  if (status < 300) return "accepted";
  if (kind === "status" && Number(behaviour.headers?.["retry-after"]) >= NEVER_S) return "refused";
  return status >= 500 || RETRYABLE.includes(status) ? "unanswered" : "refused";
}

const accepted = (id = "p1"): string => JSON.stringify({ id });

export async function answer(response: ServerResponse, behaviour: Behaviour): Promise<void> {
  switch (behaviour.kind) {
    case "ok":
      return void response.end(accepted());
    case "slow":
      return void setTimeout(() => response.end(accepted(behaviour.id)), behaviour.ms).unref();
    case "status":
      return void response.writeHead(behaviour.status, behaviour.headers).end('{"error":"scripted"}');
    case "hang":
      return;
    case "close_before":
    case "close_after":
      return void response.socket?.resetAndDestroy();
    case "wrong_json":
      return void response.end("<html>{{{");
    case "bytes":
      return void response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
    case "redirect":
      return void response.writeHead(302, { location: behaviour.to }).end();
    case "drip":
      return drip(response.writeHead(behaviour.status));
    case "huge":
      return writeChunks(response, HUGE_CHUNKS);
    case "endless":
      return writeChunks(response.writeHead(behaviour.status), Number.POSITIVE_INFINITY);
  }
}

const HUGE_CHUNK = Buffer.alloc(1024 * 1024, "a");
const HUGE_CHUNKS = 100;

async function writeChunks(response: ServerResponse, chunks: number): Promise<void> {
  for (let n = 0; n < chunks && !response.destroyed; n += 1)
    if (!response.write(HUGE_CHUNK)) await drained(response);
  response.end();
}

/** Resolves when the response can take more data, or is closed. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.once("drain", done).once("close", done);
  });
}

const DRIP_MS = 300;

function drip(response: ServerResponse): void {
  const dripping = setInterval(() => response.write("a"), DRIP_MS).unref();
  response.once("close", () => clearInterval(dripping));
}
