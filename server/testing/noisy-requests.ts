import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { MAX_ORDINARY_SLOWNESS } from "../../harness/src/control.ts";

/** A response with only the start of its body: some attacks request hundreds of megabytes. Status 0: no response. */
export type BriefAnswer = { status: number; bytes: number; text: string; tookMs: number };
export type BriefCall = { method: string; path: string; body?: unknown; headers?: Record<string, string> };
export type BriefClient = {
  call(call: BriefCall, signal?: AbortSignal): Promise<BriefAnswer>;
  close(): void;
};

const KEPT_CHARACTERS = 100_000;

/** A client with its own connections. It neither parses nor keeps large responses, and never throws. */
export function openBriefClient(url: string, apiKey = ""): BriefClient {
  const agent = new Agent({ keepAlive: true });
  const authorization = apiKey ? { authorization: `ApiKey ${apiKey}` } : {};
  return {
    call: async ({ method, path, body, headers }, signal) => {
      const since = performance.now();
      const text = body === undefined ? undefined : JSON.stringify(body);
      const length = text === undefined ? {} : { "content-length": String(Buffer.byteLength(text)) };
      const type = text === undefined ? {} : { "content-type": "application/json" };
      const options = {
        agent,
        method,
        ...(signal ? { signal } : {}),
        headers: { ...authorization, ...type, ...length, ...headers },
      };
      const answer = await exchange(new URL(path, url), options, text);
      return { ...answer, tookMs: performance.now() - since };
    },
    close: () => agent.destroy(),
  };
}

const RETRY_AFTER_MS = 200;

/**
 * On a machine that gives the service too little processor time, it sheds load, and the client retries as it is asked
 * to: the waiting counts. On an ordinary machine no request of the neighbour may be refused.
 */
export function retryingWhenShed(client: BriefClient, slowness: number): BriefClient {
  if (slowness <= MAX_ORDINARY_SLOWNESS) return client;
  return {
    ...client,
    call: async (call, signal) => {
      for (;;) {
        const answer = await client.call(call, signal);
        const isShed = answer.status === 503 && answer.text.includes("overloaded");
        if (!isShed || signal?.aborted) return answer;
        await sleep(RETRY_AFTER_MS);
      }
    },
  };
}

type Exchanged = Omit<BriefAnswer, "tookMs">;

function exchange(url: URL, options: object, body: string | undefined): Promise<Exchanged> {
  return new Promise((resolve) => {
    let kept = "";
    let bytes = 0;
    const fail = (error: Error) => resolve({ status: 0, bytes, text: error.message });
    const sent = request(url, options, (response) => {
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (kept.length < KEPT_CHARACTERS) kept += chunk.toString("utf8");
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes, text: kept }));
      response.on("error", fail);
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

/** Describes the response when it is not a refusal (4xx). */
export function notRefused(what: string, { status, text }: BriefAnswer): string[] {
  return status >= 400 && status < 500 ? [] : [`${what} was answered ${status} ${text.slice(0, 100)}`];
}
