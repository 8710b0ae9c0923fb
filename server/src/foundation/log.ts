import { type DestinationStream, type Logger, pino, stdTimeFunctions } from "pino";
import { loggedError } from "./logged-error.ts";

export type Log = Logger;
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * JSON lines on standard error (standard output is for human readers): levels by name, times as ISO 8601. Payloads,
 * addresses and secrets are never logged; `logged-error.ts` removes them from errors.
 */
export function createLog(level: LogLevel, destination: DestinationStream = standardError()): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: loggedError },
      redact: ["credentials", "*.credentials", "authorization", "*.authorization"],
    },
    destination,
  );
}

function standardError(): DestinationStream {
  return pino.destination({ dest: 2, sync: false });
}
