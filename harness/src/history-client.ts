import { setTimeout as sleep } from "node:timers/promises";
import type { HistoryLine } from "./evidence.ts";
import type { Random } from "./random.ts";
import type { SyncedLog } from "./synced-log.ts";

/** One trigger to send. */
export type TriggerRequest = {
  workflow: HistoryLine["workflow"];
  transactionId: string;
  recipients: readonly string[];
  body: object;
};

export type HistoryClient = {
  readonly history: readonly HistoryLine[];
  readonly acknowledged: number;
  /** The number of responses by status or error. */
  readonly answers: ReadonlyMap<string, number>;
  /** Sends all triggers in one call, and retries until the call succeeds. */
  bulk(requests: readonly TriggerRequest[]): Promise<void>;
  /** Sends no new triggers; resolves when no call and no retry is left. */
  stop(): Promise<void>;
};

type Options = {
  urls: readonly string[];
  apiKey: string;
  perSecond: number;
  random: Random;
  log: SyncedLog;
  nextTrigger: (n: number) => TriggerRequest;
  /** The share of acknowledged triggers that are sent again; a repetition must change nothing. */
  repeats: number;
  /** A bound for an idle machine, on this one. */
  scaled(ms: number): number;
};

const MAX_CONCURRENT = 200;
/**
 * A request without an answer by then hangs (on an idle machine). A server that has just started beside other scenarios answers 200 waiting
 * requests within 10 s, and one that lost its connections makes two attempts to connect of 5 s each.
 */
const TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 200;
const RETRY_FOR_MS = 30_000;

type LineDetails = Pick<HistoryLine, "answer" | "tookMs" | "isKeyed" | "isReplay">;
type Answer = { kind: "ok" | "fail" | "info"; text: string; isReplay?: boolean };
/** Half of the triggers have an idempotency key, and half are retried. */
type TriggerMode = { isRetried: boolean; key: string | undefined };

/** Sends triggers at a fixed rate, whatever the responses, and writes a history that is synced to disk. */
export function startClient(options: Options): HistoryClient {
  const { urls, apiKey, perSecond, random, log, nextTrigger, repeats, scaled } = options;
  const history: HistoryLine[] = [];
  const answers = new Map<string, number>();
  const inFlight = new Set<Promise<void>>();
  let acknowledged = 0;
  let isStopped = false;
  let stoppedAt = Number.POSITIVE_INFINITY;

  const write = (
    request: TriggerRequest,
    kind: HistoryLine["kind"],
    details: LineDetails = {},
  ): Promise<void> => {
    const { transactionId, workflow, recipients } = request;
    const line = { at: Date.now(), kind, transactionId, workflow, recipients, ...details };
    history.push(line);
    return log.write(line);
  };

  const sendOnce = async (request: TriggerRequest, key: string | undefined): Promise<Answer["kind"]> => {
    const since = performance.now();
    const { kind, text, isReplay } = await call(`${random.pick(urls)}/v1/events/trigger`, {
      apiKey,
      key,
      body: request.body,
      timeoutMs: scaled(TIMEOUT_MS),
    });
    const label = kind === "ok" ? text.slice(0, 3) : text;
    answers.set(label, (answers.get(label) ?? 0) + 1);
    const keyed = key === undefined ? {} : { isKeyed: true, isReplay: isReplay === true };
    await write(request, kind, { answer: text, tookMs: Math.round(performance.now() - since), ...keyed });
    if (kind === "ok") acknowledged += 1;
    return kind;
  };

  /** A retried trigger is sent with the same transactionId until it is acknowledged. */
  const trigger = async (request: TriggerRequest, { isRetried, key }: TriggerMode): Promise<void> => {
    await write(request, "invoke");
    let kind = await sendOnce(request, key);
    while (kind !== "ok" && isRetried && Date.now() < stoppedAt + scaled(RETRY_FOR_MS)) {
      await sleep(RETRY_DELAY_MS);
      kind = await sendOnce(request, key);
    }
    if (kind === "ok" && random.chance(repeats)) await sendOnce(request, key);
  };

  const bulk = async (requests: readonly TriggerRequest[]): Promise<void> => {
    for (const request of requests) await write(request, "invoke");
    const body = { events: requests.map((request) => request.body) };
    for (
      let kind = "info";
      kind !== "ok" && Date.now() < stoppedAt + scaled(RETRY_FOR_MS);
      await sleep(RETRY_DELAY_MS)
    ) {
      const answer = await call(`${random.pick(urls)}/v1/events/trigger/bulk`, {
        apiKey,
        key: undefined,
        body,
        timeoutMs: scaled(TIMEOUT_MS),
      });
      kind = answer.kind;
      const texts = requests.map(({ transactionId }) =>
        answer.kind === "ok" ? `201 ${transactionId}` : answer.text,
      );
      for (const [index, request] of requests.entries())
        await write(request, answer.kind, { answer: texts[index] as string });
      if (answer.kind === "ok") acknowledged += requests.length;
    }
  };

  const sendAtRate = async (): Promise<void> => {
    const startedAt = performance.now();
    for (let n = 0; !isStopped; n += 1) {
      await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
      if (isStopped || inFlight.size >= MAX_CONCURRENT) continue;
      const request = nextTrigger(n);
      const key = random.chance(0.5) ? `key-${request.transactionId}` : undefined;
      const work = trigger(request, { isRetried: random.chance(0.5), key }).finally(() =>
        inFlight.delete(work),
      );
      inFlight.add(work);
    }
  };
  const running = sendAtRate();

  return {
    history,
    answers,
    bulk,
    get acknowledged() {
      return acknowledged;
    },
    stop: async () => {
      isStopped = true;
      stoppedAt = Date.now();
      await running;
      await Promise.all(inFlight);
    },
  };
}

/** Errors after which the server certainly has not received the request. */
const NOT_RECEIVED = ["ECONNREFUSED"];

type Call = { apiKey: string; key: string | undefined; body: object; timeoutMs: number };

/**
 * A 4xx and a refused connection are certain failures. A 4xx with Retry-After (a concurrent duplicate with the same
 * key) and every other result except 2xx leave the trigger in doubt. With a key, the whole response text is compared.
 */
async function call(url: string, { apiKey, key, body, timeoutMs }: Call): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        authorization: `ApiKey ${apiKey}`,
        "content-type": "application/json",
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const { status, headers, ok } = response;
    const isReplay = headers.get("idempotency-replay") === "true";
    const compared = key === undefined ? transactionOf(text) : text;
    if (ok) return { kind: "ok", text: `${status} ${compared}`, isReplay };
    const isRetryLater = headers.has("retry-after");
    const isCertain = status < 500 && !isRetryLater;
    return { kind: isCertain ? "fail" : "info", text: `${status}${isRetryLater ? " retry-after" : ""}` };
  } catch (error) {
    const { code = (error as Error).name } = ((error as Error).cause ?? {}) as { code?: string };
    return { kind: NOT_RECEIVED.includes(code) ? "fail" : "info", text: code };
  }
}

function transactionOf(text: string): string {
  return /"transactionId":"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 100);
}
