import { type Brand, schemaInBrand } from "./brand.ts";
import { CHAPTERS } from "./chapters.ts";
import { ID_MAX } from "./fields.ts";
import { KEYLESS_OPERATIONS } from "./keyless-operations.ts";
import { LIMITS, type Limits, readable } from "./limits.ts";
import { type ControlSchemas, describeControls } from "./openapi-controls.ts";
import { introduction } from "./openapi-introduction.ts";
import { json, printResponses, RESPONSE_HEADERS } from "./openapi-responses.ts";
import { type JsonObject, SchemaPrinter } from "./openapi-schemas.ts";
import { type AnyOperation, scopeOf } from "./operation.ts";
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

const IDEMPOTENCY_KEY = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description:
    "Ensures that a write is executed at most once: for 24 hours, the same request with the same key gets the stored response and is not executed again. A different request with the same key is refused. A failed request does not use up its key. Up to 255 visible ASCII characters, optionally in quotes. GET requests and the operations of browsers ignore it.",
  schema: { type: "string", minLength: 1, maxLength: ID_MAX },
};

const TARGET_AUTHORIZATION = {
  name: "target-authorization",
  in: "header",
  required: false,
  description:
    "`ApiKey <API_KEY>` with a key of the environment that the request writes, where that is not the environment of `Authorization`. The key needs the scope of the operation. Sessions of the dashboard do not need it where they reach both environments.",
  schema: { type: "string" },
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
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, TargetAuthorization: TARGET_AUTHORIZATION },
      headers: RESPONSE_HEADERS,
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
    ...(operation.hasTarget ? [{ $ref: "#/components/parameters/TargetAuthorization" }] : []),
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

function sortByName(entries: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
