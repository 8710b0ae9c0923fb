import { type AnyOperation, takesIdempotencyKey, withoutEnvelope } from "@tidings/contract";
import { pathOf } from "./address.ts";
import { type Answer, attemptWithRetries, NO_RETRIES, type RetryPolicy } from "./attempts.ts";
import type { AnyRequest } from "./call.ts";
import { refusal, TidingsError } from "./tidings-error.ts";

/** How the client reaches the service. */
export type Connection = {
  readonly address: string;
  readonly apiKey?: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly retryPolicy: RetryPolicy;
};

/** Sends a request, with retries, and reads the answer. @throws TidingsError */
export async function send(
  connection: Connection,
  operation: AnyOperation,
  request: AnyRequest,
): Promise<unknown> {
  const path = pathOf(operation.path, request.params, request.query);
  const init = { ...requestInit(connection, operation, request), redirect: "manual" as const };
  const attempt = () => attemptOnce(connection, path, init, request.signal);
  const { signal } = request;
  const answer = await attemptWithRetries(attempt, retryPolicyOf(connection, operation), { signal });
  return withoutEnvelope(operation, read(answer, path));
}

/** A write without an idempotency key is not retried: the first attempt may have taken effect. */
function retryPolicyOf({ retryPolicy }: Connection, operation: AnyOperation): RetryPolicy {
  return operation.method === "GET" || takesIdempotencyKey(operation) ? retryPolicy : NO_RETRIES;
}

/** Built once for all attempts, so that a write keeps its idempotency key. */
export function requestInit(
  { apiKey }: Connection,
  operation: AnyOperation,
  { body, idempotencyKey, targetApiKey }: AnyRequest,
): RequestInit {
  const { method } = operation;
  const headers: Record<string, string> = { accept: "application/json" };
  if (apiKey !== undefined) headers.authorization = `ApiKey ${apiKey}`;
  if (targetApiKey !== undefined) headers["target-authorization"] = `ApiKey ${targetApiKey}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  if (takesIdempotencyKey(operation)) headers["idempotency-key"] = idempotencyKey ?? newKey();
  return { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

/** Not `crypto.randomUUID`, which browsers provide only on HTTPS pages. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Reason = readonly [code: string, sentence: string];
const ABORTED: Reason = ["ABORTED", "the caller aborted the request"];

/** The timeout includes reading the answer. */
async function attemptOnce(
  connection: Connection,
  path: string,
  init: RequestInit,
  aborted?: AbortSignal,
): Promise<Answer> {
  const { address, fetch, timeoutMs } = connection;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const signal = aborted ? AbortSignal.any([timeout, aborted]) : timeout;
    const response = await fetch(`${address}${path}`, { ...init, signal });
    const retryAfter = response.headers.get("retry-after");
    return { status: response.status, retryAfter, text: await response.text() };
  } catch (cause) {
    throw unreached(connection, { path, cause, hasTimedOut: timeout.aborted, isAborted: aborted?.aborted });
  }
}

type Unreached = { path: string; cause: unknown; hasTimedOut: boolean; isAborted: boolean | undefined };

/** Why there is no answer, or no whole one. */
export function unreached(
  { address, timeoutMs }: Connection,
  { path, cause, hasTimedOut, isAborted }: Unreached,
): TidingsError {
  const timedOut: Reason = ["TIMEOUT", `no answer within ${timeoutMs / 1_000} s`];
  const failed = hasTimedOut ? timedOut : reasonOf(cause);
  const [code, sentence] = isAborted ? ABORTED : failed;
  const message = `The service at ${address} cannot be reached: ${sentence}`;
  return new TidingsError({ status: 0, path, message, code, cause });
}

/** Node gives the reason in the error's cause; with several addresses tried, the first one's is used. */
function reasonOf(error: unknown): Reason {
  const cause = error instanceof Error ? error.cause : undefined;
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(first instanceof Error)) return ["NETWORK", error instanceof Error ? error.message : String(error)];
  const code = "code" in first ? String(first.code) : "NETWORK";
  return [code, first.message === "" ? code : first.message];
}

export function read({ status, text }: Answer, path: string): unknown {
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && text === "") return undefined;
  const body = parse(text);
  if (!isSuccess) throw refusal(status, path, body ?? text);
  if (body !== undefined) return body;
  const message = `${path} was answered with something other than JSON; check that this is the address of Tidings`;
  throw new TidingsError({ status, path, message, code: "NO_JSON", body: text });
}

/** Undefined when the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
