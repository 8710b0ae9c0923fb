import { type Brand, schemaInBrand } from "./brand.ts";
import { CHAPTERS } from "./chapters.ts";
import { isEnveloped } from "./envelope.ts";
import { inEnvelope } from "./envelope-schema.ts";
import { ErrorResponse } from "./errors.ts";
import { ID_MAX } from "./fields.ts";
import { KEYLESS_OPERATIONS } from "./keyless-operations.ts";
import { LIMITS, type Limits, readable } from "./limits.ts";
import { type ControlSchemas, describeControls } from "./openapi-controls.ts";
import { introduction } from "./openapi-introduction.ts";
import { type JsonObject, SchemaPrinter } from "./openapi-schemas.ts";
import { type AnyOperation, rateClassOf, scopeOf, takesIdempotencyKey } from "./operation.ts";
import { exampleOf } from "./operation-examples.ts";
import { OPERATIONS } from "./operations.ts";
import { receiveReceipts } from "./receipts.ts";

export type OpenApiOptions = {
  /** The prefix of the service's own names in this installation. */
  readonly brand: Brand;
  readonly version: string;
  readonly serverUrl?: string;
  /** The effective limits; default: those of the contract. */
  readonly limits?: Limits;
  /** Whether single records are wrapped in `{"data": …}`; default false. */
  readonly hasEnvelope?: boolean;
  /** Schemas of the control values by step type; default: any object. */
  readonly controls?: ControlSchemas;
};

type Printing = { printer: SchemaPrinter; limits: Limits; hasEnvelope: boolean };

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  204: "Done; the response has no body.",
  400: "Bad Request",
  401: "The API key is missing, unknown or expired.",
  403: "The API key lacks the scope of the operation, or the environment does not allow it.",
  404: "Not Found",
  413: "The request's body exceeds the operation's limit.",
  409: "Conflict. With Retry-After: a request with the same idempotency key is still being processed.",
  422: "The request does not match the schema, or its idempotency key was used for another request.",
  429: "Too many requests, or too many wrong API keys from one address. Retry-After gives the seconds to wait before a retry.",
  503: "Service Unavailable",
};

const IDEMPOTENCY_KEY = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description:
    "Ensures that a write is executed at most once: for 24 hours, the same request with the same key gets the stored response and is not executed again. A different request with the same key is refused. A failed request does not use up its key. Up to 255 visible ASCII characters, optionally in quotes. GET requests and the operations of browsers ignore it.",
  schema: { type: "string", minLength: 1, maxLength: ID_MAX },
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

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(options: OpenApiOptions): JsonObject {
  const { brand, version, serverUrl, limits = LIMITS, hasEnvelope = false, controls } = options;
  const printer = new SchemaPrinter(limits);
  const paths = printPaths({ printer, limits, hasEnvelope });
  if (controls) describeControls(printer.components, controls);
  const document = {
    openapi: "3.1.0",
    info: {
      title: "Tidings",
      version,
      description: introduction(limits),
      license: { name: "MIT", identifier: "MIT" },
    },
    // Relative to the document's own address, which may have a path prefix of a reverse proxy.
    servers: [{ url: serverUrl ?? "." }],
    security: [{ ApiKey: [] }],
    tags: [...new Set(LISTED.map((operation) => operation.chapter))].map((name) => ({
      name,
      description: CHAPTERS[name],
    })),
    paths,
    components: {
      securitySchemes: {
        ApiKey: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description:
            "The word `ApiKey`, a space, and the key: `Authorization: ApiKey <API_KEY>`. On this page, enter only the key.",
        },
        InboxToken: {
          type: "http",
          scheme: "bearer",
          description:
            "The token of a subscriber's session, which `createInboxSession` returns to a browser.",
        },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: { IdempotencyReplay: IDEMPOTENCY_REPLAY, ...RATE_HEADERS },
      schemas: sortByName(printer.components),
    },
  };
  return schemaInBrand(document, brand);
}

/** The operations of clients, and those without an API key. */
const LISTED: readonly AnyOperation[] = [...OPERATIONS, ...KEYLESS_OPERATIONS];

function printPaths(printing: Printing): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of LISTED) {
    const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: printOperation(operation, printing),
    };
  }
  return paths;
}

function printOperation(operation: AnyOperation, printing: Printing): JsonObject {
  const { id, chapter, summary } = operation;
  return {
    operationId: id,
    tags: [chapter],
    summary,
    description: describe(operation),
    ...securityOf(operation),
    parameters: printParameters(operation, printing.printer),
    ...printBody(operation, printing),
    responses: printResponses(operation, printing),
  };
}

/** Nothing for operations with an API key, which is the document's default. */
function securityOf({ isOpen, principal }: AnyOperation): JsonObject {
  if (principal === "subscriber") return { security: [{ InboxToken: [] }] };
  return isOpen || principal ? { security: [] } : {};
}

/** The operation's description with what it needs: a token, or an API key with a scope. */
function describe(operation: AnyOperation): string {
  const scope = scopeOf(operation);
  const ofSession = operation.principal === "subscriber";
  const without = ofSession ? "Needs the token of a subscriber's session." : "Needs no API key.";
  const needs = scope === undefined ? without : `Needs an API key with the scope \`${scope}\`.`;
  return operation.description === undefined ? needs : `${operation.description}\n\n${needs}`;
}

function printBody(operation: AnyOperation, { printer, limits }: Printing): JsonObject {
  const { body, bodyLimit } = operation;
  if (operation === receiveReceipts) return { requestBody: VENDOR_BODY };
  if (body === undefined) return {};
  const { body: example } = exampleOf(operation);
  const description = `At most ${readable(limits[bodyLimit ?? "bodyBytes"])} bytes.`;
  return { requestBody: { description, required: true, content: json(printer.print(body), example) } };
}

const VENDOR_BODY = {
  description: "Events in the provider's own form; at most 1,048,576 bytes.",
  required: true,
  content: { "*/*": { schema: {} } },
};

function printParameters(operation: AnyOperation, printer: SchemaPrinter): JsonObject[] {
  return [
    ...printFields("path", operation, printer),
    ...printFields("query", operation, printer),
    { $ref: "#/components/parameters/IdempotencyKey" },
  ];
}

/** Lists in a query are repeated keys, which is OpenAPI's default. */
function printFields(place: "path" | "query", operation: AnyOperation, printer: SchemaPrinter): JsonObject[] {
  const fields: object | undefined = place === "path" ? operation.params : operation.query;
  if (fields === undefined) return [];
  const example = exampleOf(operation);
  const examples = (place === "path" ? example.params : example.query) ?? {};
  const { properties, required } = fields as { properties: Record<string, object>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...printed } = printer.print(schema);
    return {
      name,
      in: place,
      required: required?.includes(name) ?? false,
      ...(description === undefined ? {} : { description }),
      schema: printed,
      ...(examples[name] === undefined ? {} : { example: examples[name] }),
    };
  });
}

function printResponses(operation: AnyOperation, { printer, hasEnvelope }: Printing): JsonObject {
  const { status, otherStatuses = [] } = operation;
  const isWrapped = operation.response !== undefined && isEnveloped(operation, hasEnvelope);
  const response = isWrapped ? inEnvelope(operation.response) : operation.response;
  const failure = { content: json(printer.print(ErrorResponse)) };
  const responses: JsonObject = { default: { description: "Any other failure.", ...failure } };
  for (const code of [status, ...otherStatuses]) {
    responses[code] = {
      description: STATUS_WORDS[code],
      ...printHeaders(operation),
      ...(response === undefined || code === 204 ? {} : { content: json(printer.print(response)) }),
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

function json(schema: JsonObject, example?: unknown): JsonObject {
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}

function sortByName(entries: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
