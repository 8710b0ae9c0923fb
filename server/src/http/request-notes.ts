import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { requestFact } from "./request-fact.ts";

/** Facts about a request in progress, for its log line and its metrics. */
export type RequestNotes = {
  readonly requestId: string;
  /** The contract operation; undefined before routing, and for pages such as `/docs`. */
  operation?: string;
  environmentId?: string;
};

export const REQUEST_ID_HEADER = "x-request-id";

/** Printable ASCII, at most 128 characters: safe in logs and headers without escaping. */
const USABLE_ID = /^[\x20-\x7e]{1,128}$/;

/** The caller's request id when it is usable, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === "string" && USABLE_ID.test(given) ? given : randomUUID();
}

const notes = requestFact<RequestNotes>();

/** The notes of a request; fields that are added appear in its log line. */
export function notesOf(request: IncomingMessage): RequestNotes {
  const known = notes.of(request);
  if (known) return known;
  const created = { requestId: requestIdOf(request) };
  notes.set(request, created);
  return created;
}

export type NotingParts = { log: Log; metrics: Metrics; time: Time };

/**
 * Gives each request its id before any other handler, so that every response has it; logs and counts the request when
 * its response is sent. The path and the query are not logged: they may contain addresses.
 */
export function noteRequests(server: Server, parts: NotingParts): void {
  server.prependListener("request", (request, response) => {
    const startMs = parts.time.monotonicMs();
    response.setHeader(REQUEST_ID_HEADER, notesOf(request).requestId);
    response.once("close", () => noteResponse(parts, { request, response, startMs }));
  });
}

type Answered = { request: IncomingMessage; response: ServerResponse; startMs: number };

function noteResponse({ log, metrics, time }: NotingParts, { request, response, startMs }: Answered): void {
  const { operation = "none", ...known } = notesOf(request);
  const ms = time.monotonicMs() - startMs;
  const status = response.writableFinished ? String(response.statusCode) : "aborted";
  metrics.requestAnswered({ operation, status }, ms / 1_000);
  if (!log.isLevelEnabled("debug")) return;
  const { method } = request;
  log.debug({ operation, method, status, ms: Math.round(ms * 10) / 10, ...known }, "request");
}
