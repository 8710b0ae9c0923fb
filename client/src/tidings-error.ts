/** Validation errors of a request, by field. */
export type FieldErrors = Readonly<Record<string, { messages: string[]; value?: unknown }>>;

type Parts = {
  status: number;
  path: string;
  message: string;
  code?: string | undefined;
  errors?: FieldErrors | undefined;
  body?: unknown;
  cause?: unknown;
};

/** A request was refused or not answered. */
export class TidingsError extends Error {
  override readonly name = "TidingsError";
  /** HTTP status of the answer; 0 when there was none. */
  readonly status: number;
  /** Error code: of the network when there was no answer (`ECONNREFUSED`, `TIMEOUT`), otherwise of the service. */
  readonly code: string | undefined;
  /** Validation errors by field, when the service refused the request for them. */
  readonly errors: FieldErrors | undefined;
  /** The requested path. */
  readonly path: string;
  /** The answer's body: an object, or the text when it is not JSON. */
  readonly body: unknown;

  constructor({ status, path, message, code, errors, body, cause }: Parts) {
    super(message, { cause });
    this.status = status;
    this.path = path;
    this.code = code;
    this.errors = errors;
    this.body = body;
  }
}

/** The error for a refusal: the service's message, or its status when there is none. */
export function refusal(status: number, path: string, body: unknown): TidingsError {
  const answer = isRecord(body) ? body : {};
  const message = text(answer.message) ?? `The service answered ${status} to ${path}`;
  const code = text(answer.code) ?? text(answer.type);
  const errors = isFieldErrors(answer.errors) ? answer.errors : undefined;
  return new TidingsError({ status, path, message, code, errors, body });
}

function isFieldErrors(value: unknown): value is FieldErrors {
  return (
    isRecord(value) && Object.values(value).every((entry) => isRecord(entry) && Array.isArray(entry.messages))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
