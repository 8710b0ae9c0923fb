import type { Environment } from "../src/environments/environment.ts";
import type { Answer, Caller } from "./caller.ts";
import { type Given, givenIn } from "./given.ts";
import { PATIENCE_MS } from "./patience.ts";

/** An environment as clients see it, and the builder of what a test needs in it. */
export type TestEnvironment = Caller & {
  readonly given: Given;
  /** The same environment, with a key of another one for writes into that (`Target-Authorization`). */
  towards(target: Pick<Caller, "apiKey">): TestEnvironment;
};

const LOOK_EVERY_MS = 20;
const OVER = ["completed", "failed", "canceled", "merged", "skipped"];

type Parts = {
  url: string;
  apiKey: string;
  environment: Environment;
  /** Calls again after a 503, as clients do: a process that the machine gives too little time sheds load. */
  retriesWhenShed?: boolean;
  headers?: Record<string, string>;
};

export function testEnvironment(parts: Parts): TestEnvironment {
  const { url, apiKey, environment, retriesWhenShed, headers: more = {} } = parts;
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { authorization: `ApiKey ${apiKey}`, "content-type": "application/json", ...more };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await (retriesWhenShed ? fetchWhenServed : fetch)(url + path, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : bare(JSON.parse(text)),
    };
  };
  const until = async (path: string, isExpected: (body: any) => boolean) => {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const { body } = await call("GET", path);
      if (isExpected(body)) return body;
      if (performance.now() > end)
        throw new Error(`timeout at ${path}: ${JSON.stringify(body).slice(0, 3000)}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  const calls: Omit<TestEnvironment, "given" | "towards"> = {
    id: environment.id,
    organizationId: environment.organizationId,
    apiKey,
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    put: (path, body) => call("PUT", path, body),
    patch: (path, body) => call("PATCH", path, body),
    delete: (path) => call("DELETE", path),
    until,
    trigger: async (name, to, more = {}) => {
      const { status, body } = await call("POST", "/v1/events/trigger", { name, to, ...more });
      if (status !== 201) throw new Error(`trigger answered ${status}: ${JSON.stringify(body)}`);
      return body.transactionId;
    },
    finished: async (transactionId, count = 1) => {
      const path = `/v1/notifications?limit=50&transactionId=${encodeURIComponent(transactionId)}`;
      const page = await until(path, ({ data }) => data?.length === count && data.every(isFinished));
      return page.data;
    },
  };
  const towards: TestEnvironment["towards"] = (target) =>
    testEnvironment({ ...parts, headers: { "target-authorization": `ApiKey ${target.apiKey}` } });
  return { ...calls, given: givenIn(calls), towards };
}

/** @returns the last answer when the patience is over. */
async function fetchWhenServed(url: string, init: RequestInit): Promise<Response> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(url, init);
    const waitMs = 1_000 * Number(response.headers.get("retry-after"));
    if (response.status !== 503 || performance.now() + waitMs > end) return response;
    await response.text();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** The response body without its envelope; `envelope.test.ts` tests the envelope. */
function bare(body: any): any {
  return Object.keys(body ?? {}).join() === "data" ? body.data : body;
}

function isFinished(notification: any): boolean {
  return notification.jobs.length > 0 && notification.jobs.every((job: any) => OVER.includes(job.status));
}
