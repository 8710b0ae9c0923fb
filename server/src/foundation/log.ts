import { type Logger, pino } from "pino";

export type Log = Logger;
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** JSON lines on standard error, so that standard output stays for people. Nothing secret is ever handed to it. */
export function createLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      redact: ["credentials", "*.credentials", "authorization", "*.authorization"],
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
