import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { ProviderCall } from "./evidence.ts";
import { listenOnLoopback } from "./loopback.ts";
import type { SyncedLog } from "./synced-log.ts";

/** How a provider behaves to one call. Deliveries happen with `ok`, `slow`, `close_after`, `huge` and `wrong_json`. */
export type Behaviour =
  | { kind: "ok" }
  | { kind: "slow"; ms: number }
  /** Says no, with any headers, e.g. Retry-After. */
  | { kind: "status"; status: number; headers?: Record<string, string> }
  | { kind: "hang" }
  /** The connection goes before the message is looked at, or after it was delivered. */
  | { kind: "close_before" }
  | { kind: "close_after" }
  /** 2xx with a body of 100 MB, or with one that is no JSON. */
  | { kind: "huge" }
  | { kind: "wrong_json" }
  | { kind: "redirect"; to: string };

export type Script = (call: { mark: string; key: string; nth: number }) => Behaviour;

export type ScriptedProvider = {
  readonly name: string;
  readonly port: number;
  readonly calls: readonly ProviderCall[];
  play(script: Script): void;
  close(): Promise<void>;
};

type Options = { name: string; isDeduplicating: boolean; log: SyncedLog };
const DELIVERING = ["ok", "slow", "close_after", "huge", "wrong_json"];
const HUGE_CHUNK = Buffer.alloc(1024 * 1024, "a");
const HUGE_CHUNKS = 100;

/** A provider on loopback whose log is on the disk before it answers. */
export async function openScriptedProvider({
  name,
  isDeduplicating,
  log,
}: Options): Promise<ScriptedProvider> {
  const calls: ProviderCall[] = [];
  const delivered = new Set<string>();
  const timesCalled = new Map<string, number>();
  let script: Script = () => ({ kind: "ok" });

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const key = String(request.headers["idempotency-key"] ?? "");
    const { mark, events } = readMark(body);
    const nth = (timesCalled.get(mark) ?? 0) + 1;
    timesCalled.set(mark, nth);
    const isKnown = isDeduplicating && delivered.has(key);
    const behaviour: Behaviour = isKnown ? { kind: "ok" } : script({ mark, key, nth });
    const isEffect = !isKnown && DELIVERING.includes(behaviour.kind);
    if (isEffect) delivered.add(key);
    const bodyHash = createHash("sha256").update(body).digest("hex").slice(0, 16);
    const call = {
      at: Date.now(),
      provider: name,
      key,
      bodyHash,
      mark,
      events,
      isEffect,
      outcome: outcomeOf(behaviour),
    };
    calls.push(call);
    await log.write(call);
    await answer(response, behaviour);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  const port = await listenOnLoopback(server);
  return {
    name,
    port,
    calls,
    play: (next) => {
      script = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The message's text says for whom it is: `@@transactionId|subscriberId|channel@@`, and `##a,b##` of a digest. */
export function readMark(text: string): { mark: string; events: string[] } {
  const mark = /@@([^@]*)@@/.exec(text)?.[1] ?? "";
  const events = /##([^#]*)##/.exec(text)?.[1] ?? "";
  return { mark, events: events.split(",").filter((event) => event !== "") };
}

/** "Not now" settles nothing. */
const LATER = [408, 425, 429];

function outcomeOf({ kind, ...rest }: Behaviour): ProviderCall["outcome"] {
  if (kind === "hang" || kind === "close_before" || kind === "close_after") return "unanswered";
  if (kind === "redirect") return "refused";
  if (kind !== "status" || !("status" in rest) || rest.status < 300) return "accepted";
  return rest.status >= 500 || LATER.includes(rest.status) ? "unanswered" : "refused";
}

async function answer(response: ServerResponse, behaviour: Behaviour): Promise<void> {
  switch (behaviour.kind) {
    case "ok":
      return void response.end('{"id":"p1"}');
    case "slow":
      return void setTimeout(() => response.end('{"id":"p1"}'), behaviour.ms).unref();
    case "status":
      return void response.writeHead(behaviour.status, behaviour.headers).end('{"error":"scripted"}');
    case "hang":
      return;
    case "close_before":
    case "close_after":
      return void response.socket?.resetAndDestroy();
    case "wrong_json":
      return void response.end("<html>{{{");
    case "redirect":
      return void response.writeHead(302, { location: behaviour.to }).end();
    case "huge":
      return pour(response);
  }
}

async function pour(response: ServerResponse): Promise<void> {
  for (let n = 0; n < HUGE_CHUNKS && !response.destroyed; n += 1)
    if (!response.write(HUGE_CHUNK))
      await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
  response.end();
}
