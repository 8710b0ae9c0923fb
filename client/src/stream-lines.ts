import type { AnyOperation, ResponseOf } from "@tidings/contract";
import { pathOf } from "./address.ts";
import { type Answer, attemptWithRetries } from "./attempts.ts";
import type { AnyRequest, Request } from "./call.ts";
import { type Connection, read, requestInit, unreached } from "./send.ts";
import { TidingsError } from "./tidings-error.ts";

/** Calls an operation that streams, and yields its lines as they arrive. @throws TidingsError, also when the stream breaks. */
export type StreamLines = <O extends AnyOperation>(
  operation: O,
  request: Request<O>,
) => AsyncGenerator<ResponseOf<O>, void>;

/** The beginning of a streamed answer; the text of a refusal is read. */
type Opened = Answer & { readonly body: ReadableStream<Uint8Array> | null };

/** Only the beginning is retried, as for other operations; the timeout applies to it and to each wait for more lines. */
export async function* streamLines(
  connection: Connection,
  operation: AnyOperation,
  { params, query, signal }: AnyRequest,
): AsyncGenerator<unknown, void> {
  const path = pathOf(operation.path, params, query);
  const watch = createWatch(connection, path, signal);
  const init = { ...requestInit(connection, operation, {}), redirect: "manual" as const };
  init.headers = {
    ...(init.headers as Record<string, string>),
    accept: "application/x-ndjson, application/json",
  };
  try {
    const attempt = () => {
      watch.renew();
      return watch.during((limit) => open(connection, path, { ...init, signal: limit }));
    };
    const { status, retryAfter, text, body } = await attemptWithRetries(attempt, connection.retryPolicy, {
      ...(signal ? { signal } : {}),
    });
    if (status !== 200 || !body) read({ status, retryAfter, text }, path);
    if (body) yield* linesOf(body.getReader(), path, watch);
  } finally {
    watch.end();
  }
}

async function open({ address, fetch }: Connection, path: string, init: RequestInit): Promise<Opened> {
  const response = await fetch(`${address}${path}`, init);
  const retryAfter = response.headers.get("retry-after");
  if (response.status === 200) return { status: 200, retryAfter, text: "", body: response.body };
  return { status: response.status, retryAfter, text: await response.text(), body: null };
}

async function* linesOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  path: string,
  watch: Watch,
): AsyncGenerator<unknown, void> {
  const decoder = new TextDecoder();
  let begun = "";
  for (;;) {
    const { value, done } = await watch.during(() => reader.read());
    if (done) break;
    const [first = "", ...others] = decoder.decode(value, { stream: true }).split("\n");
    begun += first;
    for (const next of others) {
      yield parsed(begun, path);
      begun = next;
    }
  }
  if (begun !== "") throw cutOff(path);
}

function parsed(line: string, path: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    const message = `${path} was answered with something other than lines of JSON; check that this is the address of Tidings`;
    throw new TidingsError({ status: 200, path, message, code: "NO_JSON", body: line.slice(0, 1_000) });
  }
}

/** The answer ended in the middle. */
export function cutOff(path: string): TidingsError {
  const message = "The answer was cut off before its end";
  return new TidingsError({ status: 0, path, message, code: "CUT_OFF" });
}

/** Limits each wait of a stream, not the stream as a whole: its reader may take hours. */
type Watch = {
  /** Before each attempt: the signal of an attempt that timed out stays aborted. */
  renew(): void;
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Ends the connection, if the caller stopped reading. */
  end(): void;
};

function createWatch(connection: Connection, path: string, aborted: AbortSignal | undefined): Watch {
  let stop = new AbortController();
  return {
    renew: () => {
      stop = new AbortController();
    },
    during: async (work) => {
      const signal = aborted ? AbortSignal.any([stop.signal, aborted]) : stop.signal;
      let hasTimedOut = false;
      const timer = setTimeout(() => {
        hasTimedOut = true;
        stop.abort();
      }, connection.timeoutMs);
      try {
        return await work(signal);
      } catch (cause) {
        throw unreached(connection, { path, cause, hasTimedOut, isAborted: aborted?.aborted });
      } finally {
        clearTimeout(timer);
      }
    },
    end: () => stop.abort(),
  };
}
