import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "./dice.ts";
import type { HistoryLine, WorkflowName } from "./evidence.ts";
import type { SyncedLog } from "./synced-log.ts";

/** What a caller wants: one trigger, or several in one call. */
export type Wish = {
  workflow: WorkflowName;
  transactionId: string;
  recipients: readonly string[];
  body: object;
};

export type HistoryClient = {
  readonly history: readonly HistoryLine[];
  readonly acknowledged: number;
  /** Every kind of answer there was, and how often. */
  readonly answers: ReadonlyMap<string, number>;
  /** All of these in one call, again and again until it is answered. */
  bulk(wishes: readonly Wish[]): Promise<void>;
  /** No more new ones; resolves when everything is answered, given up or in doubt for good. */
  stop(): Promise<void>;
};

type Options = {
  urls: readonly string[];
  apiKey: string;
  perSecond: number;
  dice: Dice;
  log: SyncedLog;
  wish: (n: number) => Wish;
  /** How often the same is said again after it was acknowledged: it must change nothing. */
  repeats: number;
};

const MOST_AT_ONCE = 200;
const PATIENCE_MS = 10_000;
const AGAIN_AFTER_MS = 200;
const REPEAT_FOR_MS = 30_000;

type Told = Pick<HistoryLine, "answer" | "tookMs" | "isKeyed" | "isReplay">;
type Answer = { kind: "ok" | "fail" | "info"; text: string; isReplay?: boolean };
/** Half of the callers name their calls by an idempotency key. */
type Manner = { isPersistent: boolean; key: string | undefined };

/** Triggers at a rate, whatever the answers, and keeps a diary that is on the disk. */
export function startClient({ urls, apiKey, perSecond, dice, log, wish, repeats }: Options): HistoryClient {
  const history: HistoryLine[] = [];
  const answers = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  let acknowledged = 0;
  let isStopped = false;
  let stoppedAt = Number.POSITIVE_INFINITY;

  const write = (wanted: Wish, kind: HistoryLine["kind"], told: Told = {}): Promise<void> => {
    const { transactionId, workflow, recipients } = wanted;
    const line = { at: Date.now(), kind, transactionId, workflow, recipients, ...told };
    history.push(line);
    return log.write(line);
  };

  const once = async (wanted: Wish, key: string | undefined): Promise<Answer["kind"]> => {
    const since = performance.now();
    const { kind, text, isReplay } = await call(`${dice.pick(urls)}/v1/events/trigger`, {
      apiKey,
      key,
      body: wanted.body,
    });
    const short = kind === "ok" ? text.slice(0, 3) : text;
    answers.set(short, (answers.get(short) ?? 0) + 1);
    const keyed = key === undefined ? {} : { isKeyed: true, isReplay: isReplay === true };
    await write(wanted, kind, { answer: text, tookMs: Math.round(performance.now() - since), ...keyed });
    if (kind === "ok") acknowledged += 1;
    return kind;
  };

  /** In half of the cases the caller who was left in doubt asks again, with the same transactionId, until it is told. */
  const trigger = async (wanted: Wish, { isPersistent, key }: Manner): Promise<void> => {
    await write(wanted, "invoke");
    let kind = await once(wanted, key);
    while (kind !== "ok" && isPersistent && Date.now() < stoppedAt + REPEAT_FOR_MS) {
      await sleep(AGAIN_AFTER_MS);
      kind = await once(wanted, key);
    }
    if (kind === "ok" && dice.chance(repeats)) await once(wanted, key);
  };

  const bulk = async (wishes: readonly Wish[]): Promise<void> => {
    for (const wanted of wishes) await write(wanted, "invoke");
    const body = { events: wishes.map((wanted) => wanted.body) };
    for (
      let kind = "info";
      kind !== "ok" && Date.now() < stoppedAt + REPEAT_FOR_MS;
      await sleep(AGAIN_AFTER_MS)
    ) {
      const answer = await call(`${dice.pick(urls)}/v1/events/trigger/bulk`, {
        apiKey,
        key: undefined,
        body,
      });
      kind = answer.kind;
      const texts = wishes.map(({ transactionId }) =>
        answer.kind === "ok" ? `201 ${transactionId}` : answer.text,
      );
      for (const [index, wanted] of wishes.entries())
        await write(wanted, answer.kind, { answer: texts[index] as string });
      if (answer.kind === "ok") acknowledged += wishes.length;
    }
  };

  const rhythm = async (): Promise<void> => {
    const startedAt = performance.now();
    for (let n = 0; !isStopped; n += 1) {
      await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
      if (isStopped || underWay.size >= MOST_AT_ONCE) continue;
      const wanted = wish(n);
      const key = dice.chance(0.5) ? `key-${wanted.transactionId}` : undefined;
      const work = trigger(wanted, { isPersistent: dice.chance(0.5), key }).finally(() =>
        underWay.delete(work),
      );
      underWay.add(work);
    }
  };
  const running = rhythm();

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
      await Promise.all(underWay);
    },
  };
}

const REFUSED_BEFORE_IT_WAS_HEARD = ["ECONNREFUSED"];

type Call = { apiKey: string; key: string | undefined; body: object };

/**
 * 4xx and a refused connection are certain, unless a 4xx says when to come again (a twin under the same key is under
 * way); anything else but a 2xx leaves the caller in doubt. Under a key, every byte of the answer counts.
 */
async function call(url: string, { apiKey, key, body }: Call): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        ...{ authorization: `ApiKey ${apiKey}`, "content-type": "application/json" },
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    const { status, headers, ok } = response;
    const isReplay = headers.get("idempotency-replay") === "true";
    const told = key === undefined ? transactionOf(text) : text;
    if (ok) return { kind: "ok", text: `${status} ${told}`, isReplay };
    const isLater = headers.has("retry-after");
    const isCertain = status < 500 && !isLater;
    return { kind: isCertain ? "fail" : "info", text: `${status}${isLater ? " retry-after" : ""}` };
  } catch (error) {
    const { code = (error as Error).name } = ((error as Error).cause ?? {}) as { code?: string };
    return { kind: REFUSED_BEFORE_IT_WAS_HEARD.includes(code) ? "fail" : "info", text: code };
  }
}

function transactionOf(text: string): string {
  return /"transactionId":"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 100);
}
