import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Log } from "../foundation/log.ts";
import type { Metrics } from "../metrics/metrics.ts";

/** What is known of a request while it is answered; its line in the log and its metrics are made of it. */
export type RequestNotes = {
  readonly requestId: string;
  /** The operation of the contract; undefined until one is found, and for documents. */
  operation?: string;
  environmentId?: string;
};

export const REQUEST_ID_HEADER = "x-request-id";

/** Printable ASCII, 128 characters at most: what a log and a header can carry as it is. */
const USABLE_ID = /^[\x20-\x7e]{1,128}$/;

/** The caller's id of a request where it can be used, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === "string" && USABLE_ID.test(given) ? given : randomUUID();
}

const notes = new WeakMap<IncomingMessage, RequestNotes>();

/** The notes of a request that the server has seen; adding to them is adding to its line in the log. */
export function notesOf(request: IncomingMessage): RequestNotes {
  const known = notes.get(request);
  if (known) return known;
  const made = { requestId: requestIdOf(request) };
  notes.set(request, made);
  return made;
}

export type NotingParts = { log: Log; metrics: Metrics };

/**
 * Gives each request its id before anything else sees it, so that every answer has it, and logs and counts the request
 * when its answer is out. Nothing of the path and the query is logged: they may hold addresses.
 */
export function noteRequests(server: Server, parts: NotingParts): void {
  server.prependListener("request", (request, response) => {
    const startMs = performance.now();
    response.setHeader(REQUEST_ID_HEADER, notesOf(request).requestId);
    response.once("close", () => noteAnswer(parts, { request, response, startMs }));
  });
}

type Answered = { request: IncomingMessage; response: ServerResponse; startMs: number };

function noteAnswer({ log, metrics }: NotingParts, { request, response, startMs }: Answered): void {
  const { operation = "none", ...known } = notesOf(request);
  const ms = performance.now() - startMs;
  const status = response.writableFinished ? String(response.statusCode) : "aborted";
  metrics.requestAnswered({ operation, status }, ms / 1_000);
  if (!log.isLevelEnabled("debug")) return;
  const { method } = request;
  log.debug({ operation, method, status, ms: Math.round(ms * 10) / 10, ...known }, "request");
}
