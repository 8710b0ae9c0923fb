import type { Static, TSchema } from "typebox";
import type { BodyLimitName } from "./limits.ts";

/** The parts of the service an operation belongs to; also the chapters of the API reference. */
export type Chapter =
  | "API keys"
  | "Environments"
  | "Subscribers"
  | "Topics"
  | "Contexts"
  | "Preferences"
  | "Integrations"
  | "Workflows"
  | "Events"
  | "Messages"
  | "Notifications"
  | "Dead letters"
  | "Test clock"
  | "Older clients"
  | "Health";

/**
 * One thing that can be asked of the service, as a value. Four readers share it: the server registers it, the
 * client calls it, `/openapi.json` prints it and the dashboard takes its types.
 */
export type Operation<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
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
  /** Further statuses of success with the same answer, where they tell the caller more: 200 when nothing was created. */
  readonly otherStatuses?: readonly (200 | 201)[];
  /** Statuses of failure a caller should expect beyond 401 and 422. */
  readonly failures?: readonly number[];
  /** True where no API key is asked for (health, documents). */
  readonly isOpen?: boolean;
  /** The scope its key must have, where it is another than method and chapter say (`scopeOf`). */
  readonly scope?: KeyScope;
  /**
   * True where an idempotency key has no effect: the operation changes nothing, or it cannot be in one transaction with
   * its answer, because it waits for what workers store, and can be repeated without harm in another way.
   */
  readonly takesNoKey?: boolean;
  /** The limit of its body, where it is another than `bodyBytes`. A longer body is a 413. */
  readonly bodyLimit?: BodyLimitName;
  /** The list of its body whose items count one each against the rate limit; without it, a request counts as one. */
  readonly ratedBy?: string;
  /**
   * The list of its body whose items are checked one by one: an item without the shape that the schema asks for is
   * answered by itself and does not refuse the others.
   */
  readonly checkedApart?: string;
  /** True where sizes (`maxBytes`) of those items refuse one of them, too, and not the whole request. */
  readonly sizedApart?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer?: Answer;
  /** What a failure answers, by its status, where that is more than `ErrorAnswer` says. */
  readonly failureAnswers?: Readonly<Record<number, TSchema>>;
};

/** Declares an operation and keeps the precise types of its schemas. */
export function operation<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(value: Operation<Params, Query, Body, Answer>): Operation<Params, Query, Body, Answer> {
  return value;
}

/** Any operation, when its types do not matter. */
// biome-ignore lint/suspicious/noExplicitAny: variance; only `any` accepts every operation in a list
export type AnyOperation = Operation<any, any, any, any>;

/** Whether an idempotency key makes a repetition of the operation answer as the first time. Reading needs none. */
export function takesIdempotencyKey({ method, takesNoKey }: AnyOperation): boolean {
  return method !== "GET" && !takesNoKey;
}

export const RATE_CLASSES = ["trigger", "configuration", "other"] as const;
/** Operations that share one rate limit of an environment. */
export type RateClass = (typeof RATE_CLASSES)[number];

/**
 * Which rate limit an operation counts against: `trigger` what starts or explains events, `configuration` every write
 * of workflows and integrations, `other` the rest. Undefined where no API key is asked for: health has no rate limit.
 */
export function rateClassOf({ method, chapter, isOpen }: AnyOperation): RateClass | undefined {
  if (isOpen) return undefined;
  if (method === "POST" && chapter === "Events") return "trigger";
  const isConfigured = chapter === "Workflows" || chapter === "Integrations";
  return method !== "GET" && isConfigured ? "configuration" : "other";
}

export const KEY_SCOPES = ["read", "trigger", "manage"] as const;
/** What an API key may do; `manage` includes the other two. */
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * The scope that the key of a request must have: `read` for every GET, `trigger` for what starts events, `manage` for the
 * rest, unless the operation names another. Undefined where no API key is asked for.
 */
export function scopeOf(operation: AnyOperation): KeyScope | undefined {
  const { method, isOpen, scope } = operation;
  if (isOpen) return undefined;
  if (scope) return scope;
  if (method === "GET") return "read";
  return rateClassOf(operation) === "trigger" ? "trigger" : "manage";
}

type Given<S> = S extends TSchema ? (TSchema extends S ? undefined : Static<S>) : undefined;

export type ParamsOf<O> = O extends Operation<infer P, TSchema, TSchema, TSchema> ? Given<P> : never;
export type QueryOf<O> = O extends Operation<TSchema, infer Q, TSchema, TSchema> ? Given<Q> : never;
export type BodyOf<O> = O extends Operation<TSchema, TSchema, infer B, TSchema> ? Given<B> : never;
export type AnswerOf<O> = O extends Operation<TSchema, TSchema, TSchema, infer A> ? Given<A> : never;
