import { setTimeout as sleep } from "node:timers/promises";
import type { TestBed } from "../../scenario.ts";
import { parsed } from "./fields.ts";

/** A call that is no trigger: those are sent by the history client. */
export type ApiCall = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  body?: object;
  /** The Idempotency-Key. */
  key?: string;
  /** Default: the API key. "" for none. */
  authorization?: string;
  /** Further headers of each attempt, made from the text of the body. */
  headersOf?(text: string): Record<string, string>;
};

/** A call that is repeated until it has an answer. */
export type ApiRequest = ApiCall & {
  /** The statuses of a right answer. */
  expects: readonly number[];
  /** Further ones if an earlier attempt had no answer, and may have been executed. */
  expectsAgain?: readonly number[];
};

export type ApiAnswer = { status: number; text: string; body: unknown; isReplay: boolean };

/** `later`: the API asks for a retry. `none`: no whole answer; the request may have been executed. */
export type Attempt = { kind: "answered" | "later"; answer: ApiAnswer } | { kind: "none"; why: string };

export type Api = {
  /** Calls any API once. */
  attempt(call: ApiCall): Promise<Attempt>;
  /** Sends it again until it has an answer. @returns undefined for a wrong answer, which is reported. */
  ask(request: ApiRequest): Promise<ApiAnswer | undefined>;
};

const RETRY_DELAY_MS = 200;
/** On an idle machine: an attempt without an answer by then hangs. */
const TIMEOUT_MS = 30_000;
/** On an idle machine: longer than all processes need for a start. */
const GIVES_UP_AFTER_MS = 180_000;
const MAX_TEXT = 200;

export function openApi(testBed: TestBed, name: string): Api {
  const { cluster, scaled, expect } = testBed;
  const random = testBed.random.fork(`api of ${name}`);
  const urls = cluster.apis.map(({ url }) => url);
  const attempt: Api["attempt"] = (call) =>
    send(random.pick(urls), call, { apiKey: cluster.apiKey, timeoutMs: scaled(TIMEOUT_MS) });

  const ask: Api["ask"] = async (request) => {
    const what = `${request.method} ${request.path}`;
    const since = performance.now();
    let right = request.expects;
    for (;;) {
      const result = await attempt(request);
      if (result.kind === "answered") return checked(result.answer, { what, right, expect });
      if (result.kind === "none") expect(result.why !== "TimeoutError", `${what} was not answered in time`);
      right = [...request.expects, ...(request.expectsAgain ?? [])];
      if (performance.now() - since > scaled(GIVES_UP_AFTER_MS)) break;
      await sleep(RETRY_DELAY_MS);
    }
    expect(false, `${what} was given up without an answer`);
    return undefined;
  };
  return { attempt, ask };
}

type Expected = { what: string; right: readonly number[]; expect: TestBed["expect"] };

function checked(answer: ApiAnswer, { what, right, expect }: Expected): ApiAnswer | undefined {
  const isRight = right.includes(answer.status);
  expect(isRight, `${what} was answered ${answer.status}: ${answer.text.slice(0, MAX_TEXT)}`);
  return isRight ? answer : undefined;
}

async function send(
  url: string,
  call: ApiCall,
  { apiKey, timeoutMs }: { apiKey: string; timeoutMs: number },
): Promise<Attempt> {
  const { method, path, body } = call;
  const text = body === undefined ? undefined : JSON.stringify(body);
  try {
    const response = await fetch(url + path, {
      method,
      headers: headersOf(call, text, apiKey),
      signal: AbortSignal.timeout(timeoutMs),
      ...(text === undefined ? {} : { body: text }),
    });
    const answered = await response.text();
    const isReplay = response.headers.get("idempotency-replay") === "true";
    const answer = { status: response.status, text: answered, body: parsed(answered), isReplay };
    return { kind: response.headers.has("retry-after") ? "later" : "answered", answer };
  } catch (error) {
    return { kind: "none", why: error instanceof Error ? error.name : String(error) };
  }
}

function headersOf(
  { key, authorization, headersOf: more }: ApiCall,
  text: string | undefined,
  apiKey: string,
): Record<string, string> {
  const given = authorization ?? `ApiKey ${apiKey}`;
  return {
    ...(given === "" ? {} : { authorization: given }),
    ...(text === undefined ? {} : { "content-type": "application/json" }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...more?.(text ?? ""),
  };
}
