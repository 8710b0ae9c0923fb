/** What is wrong with a request, by field. */
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

/** A request that was refused, or never answered. */
export class TidingsError extends Error {
  override readonly name = "TidingsError";
  /** HTTP status of the answer; 0 when there was none. */
  readonly status: number;
  /** A word for programs: of the network when there was no answer (`ECONNREFUSED`, `TIMEOUT`), else of the service. */
  readonly code: string | undefined;
  /** What is wrong, by field, when the service checked the request and refused it. */
  readonly errors: FieldErrors | undefined;
  /** The path that was asked for. */
  readonly path: string;
  /** The answer as it came: an object, or a text that was no JSON. */
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

/** A failure in the service's own words, and in its status where it has none. */
export function refusal(status: number, path: string, body: unknown): TidingsError {
  const told = isRecord(body) ? body : {};
  const message = text(told.message) ?? `The service answered ${status} to ${path}`;
  const code = text(told.code) ?? text(told.type);
  const errors = isFieldErrors(told.errors) ? told.errors : undefined;
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
