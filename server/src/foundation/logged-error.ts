import { AppError } from "./app-error.ts";

/** An error as a log line shows it. */
export type LoggedError = {
  type: string;
  code?: string;
  /** Left out where such messages repeat the values that they are about. */
  message?: string;
  /** Of errors of the database: the name of what was violated. */
  constraint?: string;
  /** The places in the code, one a line, without the message. */
  stack?: string;
  cause?: LoggedError;
};

const DEEPEST_CAUSE = 3;

/**
 * What may be logged of an error. Errors carry what they are about: the details of a PostgreSQL error repeat whole rows,
 * a JSON error repeats a piece of its text, an AppError the field it refuses. Only known properties are taken, and the
 * message only where it holds no such value.
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

/** SQLSTATE classes of values that do not fit (22) or violate a constraint (23), and of exceptions raised by hand (P0). */
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
