import type { Static, TSchema } from "typebox";
import type { BodyLimitName } from "./limits.ts";

/** The part of the service that an operation belongs to: a chapter of the API reference. */
export type Chapter =
  | "API keys"
  | "Environments"
  | "Subscribers"
  | "Topics"
  | "Contexts"
  | "Preferences"
  | "Inbox"
  | "Integrations"
  | "Providers"
  | "Workflows"
  | "Events"
  | "Messages"
  | "Notifications"
  | "Dead letters"
  | "Receipts"
  | "Suppressions"
  | "System"
  | "Test clock"
  | "Older clients"
  | "Health";

/**
 * An operation of the API as a value: the server registers it, the client calls it and `/openapi.json` prints it.
 */
export type Operation<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> = {
  /** camelCase and unique; the `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly chapter: Chapter;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `:name` for its parameters, e.g. `/v2/subscribers/:subscriberId`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** The status of success: 200, 201 or 204 (no body). */
  readonly status: 200 | 201 | 204;
  /** Further success statuses with the same response, for example 200 when nothing was created, 204 when there is nothing. */
  readonly otherStatuses?: readonly (200 | 201 | 204)[];
  /** Failure statuses in addition to the general ones (`failuresOf` in openapi.ts). */
  readonly failures?: readonly number[];
  /** True if the operation needs no API key (health). */
  readonly isOpen?: boolean;
  /**
   * Who calls the operation, if not the holder of an API key: `subscriber` with the token of an inbox session, or
   * `application`, a browser that names the environment in its body and has no secret.
   */
  readonly principal?: "subscriber" | "application";
  /**
   * True if the request names an environment that the operation writes. Where that is not the caller's own, the request
   * needs an API key of it in the header `Target-Authorization`, or a session of the dashboard that reaches it.
   */
  readonly hasTarget?: true;
  /** The required scope, if it differs from the one that method and chapter imply (`scopeOf`). */
  readonly scope?: KeyScope;
  /**
   * True if an idempotency key has no effect: the operation changes nothing, or it cannot commit in one transaction with
   * its response, because it waits for workers, and is safe to repeat in another way.
   */
  readonly takesNoKey?: boolean;
  /** The body's limit, if not `bodyBytes`. A longer body gets 413. */
  readonly bodyLimit?: BodyLimitName;
  /** The body's list whose items each count against the rate limit; by default, a request counts as one. */
  readonly ratedBy?: string;
  /**
   * The body's list whose items are validated one by one: an invalid item gets its own error, and the other items are
   * processed.
   */
  readonly checkedApart?: string;
  /** True if an item of that list above its `maxBytes` is also refused alone, and not the whole request. */
  readonly sizedApart?: true;
  /**
   * True if the response is NDJSON (`application/x-ndjson`): one JSON object a line, sent as it is read; `response` is the schema of a
   * line. A response without the last line that the schema describes was cut off.
   */
  readonly isStreamed?: true;
  /**
   * Members of the response, at any depth, whose texts are ids of subscribers, beside `subscriberId`: the erasure of a subscriber finds
   * stored responses by these ids.
   */
  readonly showsSubscribers?: readonly string[];
  /** A member of the body that is an address, which the response may repeat: the erasure finds the stored response by it. */
  readonly showsAddress?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response?: Response;
  /** Schemas of failures by status, if they have more members than `ErrorResponse`. */
  readonly failureResponses?: Readonly<Record<number, TSchema>>;
};

/** Declares an operation and keeps the exact types of its schemas. */
export function operation<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
>(value: Operation<Params, Query, Body, Response>): Operation<Params, Query, Body, Response> {
  return value;
}

/** An operation with unknown types. */
// biome-ignore lint/suspicious/noExplicitAny: variance; only `any` accepts every operation in a list
export type AnyOperation = Operation<any, any, any, any>;

/** Whether the operation uses an idempotency key. GET operations and those of browsers do not. */
export function takesIdempotencyKey({ method, takesNoKey, principal }: AnyOperation): boolean {
  return method !== "GET" && !takesNoKey && principal === undefined;
}

/**
 * Whether a request only tries its operation: `dryRun=true` in the query of operations that have it. It stores nothing,
 * not even its idempotency key.
 */
export function isDryRun(query: unknown): boolean {
  return (query as { dryRun?: unknown } | undefined)?.dryRun === true;
}

export const RATE_CLASSES = ["trigger", "configuration", "inbox", "other"] as const;
/** Operations that share one rate limit of an environment. */
export type RateClass = (typeof RATE_CLASSES)[number];

/**
 * The rate limit that an operation counts against: `trigger` for starting or explaining events, `configuration` for
 * writes of workflows and integrations, `inbox` for what browsers call, `other` for the rest. Undefined for health, which
 * has no rate limit.
 */
export function rateClassOf({ method, chapter, isOpen, principal }: AnyOperation): RateClass | undefined {
  if (isOpen) return undefined;
  if (principal) return "inbox";
  if (method === "POST" && chapter === "Events") return "trigger";
  const isConfigured = chapter === "Workflows" || chapter === "Integrations";
  return method !== "GET" && isConfigured ? "configuration" : "other";
}

export const KEY_SCOPES = ["read", "trigger", "manage"] as const;
/** What an API key may do; `manage` includes the other two. */
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * The scope that the API key must have: `read` for every GET, `trigger` for starting events, `manage` for the rest,
 * unless the operation names another. Undefined if the operation needs no API key.
 */
export function scopeOf(operation: AnyOperation): KeyScope | undefined {
  const { method, isOpen, scope, principal } = operation;
  if (isOpen || principal) return undefined;
  if (scope) return scope;
  if (method === "GET") return "read";
  return rateClassOf(operation) === "trigger" ? "trigger" : "manage";
}

type Given<S> = S extends TSchema ? (TSchema extends S ? undefined : Static<S>) : undefined;

export type ParamsOf<O> = O extends Operation<infer P, TSchema, TSchema, TSchema> ? Given<P> : never;
export type QueryOf<O> = O extends Operation<TSchema, infer Q, TSchema, TSchema> ? Given<Q> : never;
export type BodyOf<O> = O extends Operation<TSchema, TSchema, infer B, TSchema> ? Given<B> : never;
export type ResponseOf<O> = O extends Operation<TSchema, TSchema, TSchema, infer A> ? Given<A> : never;
