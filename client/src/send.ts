import { type AnyOperation, takesIdempotencyKey, withoutEnvelope } from "@tidings/contract";
import { pathOf } from "./address.ts";
import { type Answer, attemptPatiently, NO_PATIENCE, type Patience } from "./attempts.ts";
import type { AnyRequest } from "./call.ts";
import { refusal, TidingsError } from "./tidings-error.ts";

/** How a client reaches its service. */
export type Connection = {
  readonly address: string;
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly patience: Patience;
};

/** Sends one request, again where that can help, and reads what comes back. @throws TidingsError */
export async function send(
  connection: Connection,
  operation: AnyOperation,
  request: AnyRequest,
): Promise<unknown> {
  const path = pathOf(operation.path, request.params, request.query);
  const init = { ...requestInit(connection, operation, request), redirect: "manual" as const };
  const attempt = () => attemptOnce(connection, path, init, request.signal);
  const answer = await attemptPatiently(attempt, patienceOf(connection, operation), request.signal);
  return withoutEnvelope(operation, read(answer, path));
}

/** A write that takes no key is not tried again: nobody knows whether it happened the first time. */
function patienceOf({ patience }: Connection, operation: AnyOperation): Patience {
  return operation.method === "GET" || takesIdempotencyKey(operation) ? patience : NO_PATIENCE;
}

/** The same for every attempt: a write keeps its idempotency key. */
function requestInit(
  { apiKey }: Connection,
  operation: AnyOperation,
  { body, idempotencyKey }: AnyRequest,
): RequestInit {
  const { method } = operation;
  const headers: Record<string, string> = { accept: "application/json", authorization: `ApiKey ${apiKey}` };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (takesIdempotencyKey(operation)) headers["idempotency-key"] = idempotencyKey ?? newKey();
  return { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

/** Not `crypto.randomUUID`: browsers have it only on HTTPS, and a dashboard may be served without. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Reason = readonly [code: string, words: string];
const GIVEN_UP: Reason = ["ABORTED", "the caller gave up"];

/** The time limit includes reading the answer. */
async function attemptOnce(
  { address, fetch, timeoutMs }: Connection,
  path: string,
  init: RequestInit,
  aborted?: AbortSignal,
): Promise<Answer> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const signal = aborted ? AbortSignal.any([late, aborted]) : late;
    const response = await fetch(`${address}${path}`, { ...init, signal });
    const retryAfter = response.headers.get("retry-after");
    return { status: response.status, retryAfter, text: await response.text() };
  } catch (cause) {
    const limit: Reason = ["TIMEOUT", `no answer within ${timeoutMs / 1_000} s`];
    const [code, words] = aborted?.aborted ? GIVEN_UP : late.aborted ? limit : reasonOf(cause);
    const message = `The service at ${address} cannot be reached: ${words}`;
    throw new TidingsError({ status: 0, path, message, code, cause });
  }
}

/** Node tells the reason in the error's cause; of several addresses tried, in the first one's. */
function reasonOf(error: unknown): Reason {
  const cause = error instanceof Error ? error.cause : undefined;
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(first instanceof Error)) return ["NETWORK", error instanceof Error ? error.message : String(error)];
  const code = "code" in first ? String(first.code) : "NETWORK";
  return [code, first.message === "" ? code : first.message];
}

function read({ status, text }: Answer, path: string): unknown {
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && text === "") return undefined;
  const body = parse(text);
  if (!isSuccess) throw refusal(status, path, body ?? text);
  if (body !== undefined) return body;
  const message = `${path} was answered with something that is no JSON; is this the address of Tidings?`;
  throw new TidingsError({ status, path, message, code: "NO_JSON", body: text });
}

/** Undefined when it is no JSON, which JSON itself cannot say. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
