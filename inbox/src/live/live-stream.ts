import { reconnectDelayMs } from "../api/backoff.ts";
import { CONNECTION, EventStreamParser, REFUSAL, type StreamEvent } from "../api/event-stream.ts";
import type { InboxApi } from "../api/inbox-api.ts";
import { InboxError } from "../api/inbox-error.ts";

/** The service sends a comment every 20 s; without any byte for this time, the connection is considered lost. */
const SILENCE_MS = 45_000;

export type Receive = (event: StreamEvent) => void;

/**
 * Keeps `GET /v1/inbox/stream` connected until `signal` aborts. After a lost connection, it waits (`reconnectDelayMs`);
 * the events `online` and `visibilitychange` end the wait.
 */
export async function keepConnected(api: InboxApi, receive: Receive, signal: AbortSignal): Promise<void> {
  let failures = 0;
  const onEvent: Receive = (event) => {
    if (event.event === "ready") failures = 0;
    receive(event);
  };
  while (!signal.aborted) {
    try {
      await readOnce(api, signal, onEvent);
    } catch (error) {
      if (!signal.aborted && isFinal(error)) return receive({ event: REFUSAL, data: error.message });
    }
    if (signal.aborted) return;
    failures += 1;
    // The first attempt follows within a second: a restart of the service is not worth a sentence.
    if (failures > 1) receive({ event: CONNECTION, data: false });
    await pause(reconnectDelayMs(failures), signal);
  }
}

/** Reads one connection to its end. `EventSource` cannot send the Authorization header, so this reads the body. */
async function readOnce(api: InboxApi, signal: AbortSignal, receive: Receive): Promise<void> {
  const silent = new AbortController();
  const abort = () => silent.abort();
  let watchdog = setTimeout(abort, SILENCE_MS);
  try {
    const { body } = await api.fetch("stream", {
      headers: { accept: "text/event-stream" },
      signal: AbortSignal.any([signal, silent.signal]),
      cache: "no-store",
    });
    if (!body) return;
    receive({ event: CONNECTION, data: true });
    const parser = new EventStreamParser();
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      clearTimeout(watchdog);
      watchdog = setTimeout(abort, SILENCE_MS);
      for (const event of parser.push(read.value)) receive(event);
    }
  } finally {
    clearTimeout(watchdog);
    abort();
  }
}

/** A 4xx that does not pass by itself. */
function isFinal(error: unknown): error is InboxError {
  if (!(error instanceof InboxError)) return false;
  return error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const done = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(done, ms);
    const options = { signal: over.signal };
    signal.addEventListener("abort", done, options);
    addEventListener("online", done, options);
    document.addEventListener("visibilitychange", done, options);
  });
}
