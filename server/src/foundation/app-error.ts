/** Expected errors and their HTTP status. The only table of codes. */
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

/** An expected error. `message` is for the client, `cause` only for the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Extra facts for the client (`workflowId`, …), sent in `ctx` and as top-level fields. */
  readonly facts: Record<string, unknown>;
  /** For `invalid`: what is wrong, by field. */
  readonly errors: FieldErrors | undefined;
  /** For `unavailable` and `too_many`: when to retry; 1 s by default. */
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

/** A 422 for a single field. */
export function invalidField(field: string, message: string, value?: unknown): AppError {
  const entry = value === undefined ? { messages: [message] } : { messages: [message], value };
  return new AppError("invalid", "Validation failed", { errors: { [field]: entry } });
}
