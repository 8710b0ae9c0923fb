/** What can go wrong on purpose, and the HTTP status the edge gives it. The one table of codes. */
export const STATUS_OF = {
  invalid: 422,
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  too_many: 429,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof STATUS_OF;

export type FieldErrors = Record<string, { messages: string[]; value?: unknown }>;

/** A failure with two voices: `message` is for the caller, `cause` only for the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Extra facts for the caller (`workflowId`, …), told in `ctx` and flat. */
  readonly facts: Record<string, unknown>;
  /** Filled for `invalid`: what is wrong, by field. */
  readonly errors: FieldErrors | undefined;
  /** For `unavailable` and `too_many`: when it makes sense to come again; a second when nothing is said. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      facts?: Record<string, unknown>;
      errors?: FieldErrors;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.facts = more.facts ?? {};
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** A single wrong field as a 422. */
export function invalidField(field: string, message: string, value?: unknown): AppError {
  const entry = value === undefined ? { messages: [message] } : { messages: [message], value };
  return new AppError("invalid", "Validation failed", { errors: { [field]: entry } });
}
