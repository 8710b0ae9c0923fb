import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { ProviderCall } from "./evidence.ts";
import { listenOnLoopback } from "./loopback.ts";
import { answer, type Behaviour, isDelivery, outcomeOf } from "./scripted-answers.ts";
import type { SyncedLog } from "./synced-log.ts";

/** `path` of the URL: `/`, unless a scenario connects another integration. `nth` counts the calls of a mark at this path. */
export type Script = (call: { mark: string; key: string; nth: number; path?: string }) => Behaviour;

export type ScriptedProvider = {
  readonly name: string;
  readonly port: number;
  readonly calls: readonly ProviderCall[];
  setScript(script: Script): void;
  close(): Promise<void>;
};

type Options = { name: string; isDeduplicating: boolean; log: SyncedLog };

/** A provider on loopback. It syncs its log to disk before it answers. */
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
    const path = request.url ?? "/";
    const nth = (timesCalled.get(`${path} ${mark}`) ?? 0) + 1;
    timesCalled.set(`${path} ${mark}`, nth);
    const isKnown = isDeduplicating && delivered.has(key);
    const scripted = script({ mark, key, nth, path });
    // A known key is accepted at once, except that a slow provider is slow for it too.
    const behaviour: Behaviour = isKnown && scripted.kind !== "slow" ? { kind: "ok" } : scripted;
    const isEffect = !isKnown && isDelivery(behaviour);
    if (isEffect) delivered.add(key);
    const bodyHash = createHash("sha256").update(body).digest("hex").slice(0, 16);
    const call: ProviderCall = {
      at: Date.now(),
      provider: path === "/" ? name : name + path,
      key,
      bodyHash,
      mark,
      events,
      isEffect,
      outcome: outcomeOf(behaviour),
    };
    calls.push(call);
    // When the last byte is written: the sender may begin its next call before the answer is flushed.
    for (const event of ["prefinish", "close"])
      response.once(event, () => {
        call.until ??= Date.now();
      });
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
    setScript: (next) => {
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

/** The text of each message has its mark: `@@transactionId|subscriberId|channel@@`, and `##a,b##` for a digest. */
export function readMark(text: string): { mark: string; events: string[] } {
  const mark = /@@([^@]*)@@/.exec(text)?.[1] ?? "";
  const events = /##([^#]*)##/.exec(text)?.[1] ?? "";
  return { mark, events: events.split(",").filter((event) => event !== "") };
}
