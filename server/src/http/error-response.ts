import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import {
  classifyDatabaseError,
  type DatabaseErrorClass,
  isDiskFull,
  isReadOnly,
  isTimeout,
} from "../database/database-error.ts";
import { AppError, STATUS_OF } from "../foundation/app-error.ts";
import type { Clock } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import { MachineFailure } from "../sandbox/machine-failure.ts";

/** An error as an HTTP response. Only this file maps errors to statuses and messages. */
export type ErrorResponse = {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
};
export type ErrorParts = {
  clock: Clock;
  log: Log;
  /** Fields for the log: the request's id and operation, never its path. */
  facts?: object;
};

const OF_DATABASE: Record<Exclude<DatabaseErrorClass, undefined>, readonly [number, string]> = {
  bad_input: [400, "The request contains a value that cannot be stored"],
  conflict: [409, "The request conflicts with another one; read the record again and retry"],
  retry: [503, "The record is locked by another request; retry"],
  unavailable: [503, "The database cannot be reached; retry later"],
};

const DISK_FULL = [503, "The disk of the database is full; nothing was stored, retry later"] as const;
const READ_ONLY = [503, "The database is read-only at present; nothing was stored, retry later"] as const;
const TOOK_TOO_LONG = [503, "The database took too long; request less at once, or retry"] as const;

export function errorResponse(error: unknown, path: string, parts: ErrorParts): ErrorResponse {
  if (error instanceof AppError) return ofAppError(error, path, parts);
  if (error instanceof MachineFailure) return ofAppError(ofMachine(error), path, parts);
  const trouble = classifyDatabaseError(error);
  if (trouble) return ofDatabase(error, trouble, { path, parts });
  const status = statusOf(error);
  if (status) return shape(status, (error as Error).message, { path, clock: parts.clock });
  const errorId = randomUUID();
  parts.log.error({ err: error, errorId, ...parts.facts }, "a request failed unexpectedly");
  const response = shape(500, "Internal server error; contact the operator and give the errorId", {
    path,
    clock: parts.clock,
  });
  return { ...response, body: { ...response.body, errorId } };
}

function ofAppError(error: AppError, path: string, { clock }: ErrorParts): ErrorResponse {
  const response = shape(STATUS_OF[error.code], error.message, { path, clock, facts: error.facts });
  if (error.errors) response.body.errors = error.errors;
  if (error.retryAfterSeconds) response.headers["retry-after"] = String(error.retryAfterSeconds);
  return response;
}

/** When the machine did not do the work of a request. Threads take seconds to start where the processor is short. */
const MACHINE_RETRY_S = 5;

function ofMachine({ message }: MachineFailure): AppError {
  const sentence = `The server is too busy for this request, which says nothing about its content: ${message}; retry`;
  return new AppError("unavailable", sentence, { retryAfterSeconds: MACHINE_RETRY_S });
}

type FaultPlace = { path: string; parts: ErrorParts };

function ofDatabase(
  error: unknown,
  trouble: Exclude<DatabaseErrorClass, undefined>,
  { path, parts }: FaultPlace,
): ErrorResponse {
  const [status, message] = answerTo(error, trouble);
  // Outages are logged elsewhere, when they begin and when they end.
  if (trouble !== "unavailable")
    parts.log.warn({ err: error, trouble, ...parts.facts }, "the database refused a statement of a request");
  return shape(status, message, { path, clock: parts.clock });
}

function answerTo(error: unknown, trouble: Exclude<DatabaseErrorClass, undefined>) {
  if (isTimeout(error)) return TOOK_TOO_LONG;
  if (isReadOnly(error)) return READ_ONLY;
  return isDiskFull(error) ? DISK_FULL : OF_DATABASE[trouble];
}

/** The status of an error of the HTTP framework (too large, wrong media type, …). */
function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
}

type ShapeParts = { path: string; clock: Clock; facts?: Record<string, unknown> };

/** The facts appear twice: in `ctx`, and flat beside it for older clients of Novu. */
export function shape(
  status: number,
  message: string,
  { path, clock, facts = {} }: ShapeParts,
): ErrorResponse {
  const ctx =
    Object.keys(facts).length > 0 ? facts : { error: STATUS_CODES[status] ?? "Error", statusCode: status };
  return {
    status,
    headers: status === 503 || status === 429 ? { "retry-after": "1" } : {},
    body: { ...ctx, statusCode: status, timestamp: clock.now().toISOString(), path, message, ctx },
  };
}
