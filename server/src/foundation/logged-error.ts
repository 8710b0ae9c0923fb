import { AppError } from "./app-error.ts";

/** An error in a log line. */
export type LoggedError = {
  type: string;
  code?: string;
  /** Missing for kinds of errors whose messages contain user data. */
  message?: string;
  /** For database errors: the name of the violated constraint. */
  constraint?: string;
  /** The stack frames, one per line, without the message. */
  stack?: string;
  cause?: LoggedError;
};

const DEEPEST_CAUSE = 3;

/**
 * The loggable part of an error. Errors contain user data: the details of a PostgreSQL error contain whole rows, a JSON
 * error contains a part of its text, an AppError contains the rejected field. Therefore only known properties are
 * copied, and the message only when it contains no user data.
 */
export function loggedError(error: unknown, depth = 0): LoggedError | string {
  if (!(error instanceof Error)) return `${typeof error} thrown`;
  const { code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown };
  return {
    type: error.constructor.name,
    ...(typeof code === "string" ? { code } : {}),
    ...(repeatsValues(error, code) ? {} : { message: error.message }),
    ...(typeof constraint === "string" ? { constraint } : {}),
    ...placesOf(error),
    ...(cause instanceof Error && depth < DEEPEST_CAUSE
      ? { cause: loggedError(cause, depth + 1) as LoggedError }
      : {}),
  };
}

/** SQLSTATE classes of invalid values (22), violated constraints (23), and exceptions raised in functions (P0). */
const SQLSTATE_OF_VALUES = /^(22|23|P0)[0-9A-Z]{3}$/;

function repeatsValues(error: Error, code: unknown): boolean {
  if (error instanceof AppError) return error.code !== "unavailable";
  if (error instanceof SyntaxError || error instanceof URIError) return true;
  return typeof code === "string" && (SQLSTATE_OF_VALUES.test(code) || code.startsWith("ERR_INVALID_"));
}

function placesOf({ stack = "" }: Error): { stack?: string } {
  const places = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return places.length > 0 ? { stack: places.map((line) => line.trim()).join("\n") } : {};
}
