import { isEnveloped } from "./envelope.ts";
import { inEnvelope } from "./envelope-schema.ts";
import { ErrorResponse } from "./errors.ts";
import type { JsonObject, SchemaPrinter } from "./openapi-schemas.ts";
import { type AnyOperation, rateClassOf, takesIdempotencyKey } from "./operation.ts";

type Printing = { printer: SchemaPrinter; hasEnvelope: boolean };

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  204: "Done; the response has no body.",
  400: "Bad Request",
  401: "The API key is missing, unknown or expired.",
  403: "The API key lacks the scope of the operation, the environment does not allow it, or the request needs a subscriberHash.",
  404: "Not Found",
  413: "The request's body exceeds the operation's limit.",
  409: "Conflict. With Retry-After: a request with the same idempotency key is still being processed.",
  422: "The request does not match the schema, or its idempotency key was used for another request.",
  429: "Too many requests, or too many wrong API keys from one address. Retry-After gives the seconds to wait before a retry.",
  503: "Service Unavailable",
};

const IDEMPOTENCY_REPLAY = {
  description:
    "Present when this is the stored response of an earlier request with the same idempotency key.",
  schema: { type: "string", enum: ["true"] },
};

/** Syntax: draft-ietf-httpapi-ratelimit-headers-10 (September 2025). Absent when the operator has configured no such limit. */
const RATE_HEADERS = {
  RateLimitPolicy: {
    description:
      'The rate limit of the request: `"trigger";q=10000;w=2` means at most 10,000 requests in 2 seconds.',
    schema: { type: "string" },
  },
  RateLimit: {
    description:
      'The remaining requests: `"trigger";r=9999;t=1` means 9,999 now, and the full limit again in 1 second.',
    schema: { type: "string" },
  },
};

/** The headers of responses that the document describes once. */
export const RESPONSE_HEADERS = { IdempotencyReplay: IDEMPOTENCY_REPLAY, ...RATE_HEADERS };

/** The responses of an operation: its own, and its failures. */
export function printResponses(operation: AnyOperation, { printer, hasEnvelope }: Printing): JsonObject {
  const { status, otherStatuses = [] } = operation;
  const isWrapped = operation.response !== undefined && isEnveloped(operation, hasEnvelope);
  const response = isWrapped ? inEnvelope(operation.response) : operation.response;
  const failure = { content: json(printer.print(ErrorResponse)) };
  const responses: JsonObject = { default: { description: "Any other failure.", ...failure } };
  for (const code of [status, ...otherStatuses]) {
    responses[code] = {
      description: STATUS_WORDS[code],
      ...printHeaders(operation),
      ...(response === undefined || code === 204
        ? {}
        : { content: contentOf(operation, printer.print(response)) }),
    };
  }
  for (const code of failuresOf(operation)) {
    const special = operation.failureResponses?.[code];
    responses[code] = {
      description: wordsOf(operation, code),
      ...(special ? { content: json(printer.print(special)) } : failure),
    };
  }
  return responses;
}

function wordsOf({ principal }: AnyOperation, code: number): string {
  if (principal && code === 401) return "The token of the session or the subscriberHash is not valid.";
  return STATUS_WORDS[code] ?? `Failure ${code}`;
}

function printHeaders(operation: AnyOperation): JsonObject {
  const headers = {
    ...(takesIdempotencyKey(operation) ? { "idempotency-replay": header("IdempotencyReplay") } : {}),
    ...(rateClassOf(operation) === undefined
      ? {}
      : { "ratelimit-policy": header("RateLimitPolicy"), ratelimit: header("RateLimit") }),
  };
  return Object.keys(headers).length > 0 ? { headers } : {};
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

/**
 * The operation's own failures; 401 and 429 unless it is open, 403 if it needs an API key; 409 if an idempotency key has an effect; 413 if
 * it has a body; 422 if it has any input.
 */
function failuresOf(operation: AnyOperation): number[] {
  const { failures = [], isOpen, principal, params, query, body } = operation;
  const takesInput = params !== undefined || query !== undefined || body !== undefined;
  const more = [
    ...(isOpen ? [] : [401, 429]),
    ...(isOpen || principal ? [] : [403]),
    ...(takesIdempotencyKey(operation) ? [409] : []),
    ...(body === undefined ? [] : [413]),
    ...(takesInput ? [422] : []),
  ];
  return [...new Set([...failures, ...more])].sort((a, b) => a - b);
}

/** A response of lines has the schema of a line. */
function contentOf({ isStreamed }: AnyOperation, schema: JsonObject): JsonObject {
  return isStreamed ? { "application/x-ndjson": { schema } } : json(schema);
}

/** A body of JSON. */
export function json(schema: JsonObject, example?: unknown): JsonObject {
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}
