import type { AnyOperation, BodyOf, Brand, Limits, ParamsOf, QueryOf, ResponseOf } from "@tidings/contract";
import type { Queryable, Transactional } from "../database/database.ts";
import type { SharedTransaction } from "../database/shared-transaction.ts";
import type { Installation } from "../delivery/system/installation.ts";
import type { Environment } from "../environments/environment.ts";
import type { AppError } from "../foundation/app-error.ts";
import type { Clock, Time } from "../foundation/clock.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import type { Retention } from "../foundation/keeping-settings.ts";
import type { Log } from "../foundation/log.ts";
import type { Settings } from "../foundation/settings.ts";
import type { InboxHints } from "../inbox/inbox-hints.ts";
import type { InboxSession } from "../inbox/session.ts";
import type { DirectCalls } from "../integrations/direct-calls.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { CheckDestination, ProviderIO } from "../providers/provider.ts";
import type { Providers } from "../providers/providers.ts";
import type { InspectTexts } from "../templates/inspect-texts.ts";
import type { PrepareMail } from "../templates/prepare-mail.ts";
import type { Templates } from "../templates/templates.ts";
import type { PayloadChecks } from "../workflows/payload-checks.ts";
import type { VersionCache } from "../workflows/version-cache.ts";
import type { Lines } from "./lines.ts";

/**
 * The dependencies of the operations; `service.ts` creates them once. The database is not included: an operation uses the
 * database of its call, so that its writes and the stored response of an idempotency key are in one transaction.
 */
export type Api = {
  readonly clock: Clock;
  readonly time: Time;
  /** Request limits, as configured by the operator. */
  readonly limits: Limits;
  readonly brand: Brand;
  readonly integrations: IntegrationStore;
  readonly providers: Providers;
  /** Checks whether outgoing calls to a destination are allowed. */
  readonly checkDestination: CheckDestination;
  /** Network and token cache for checks and test messages. */
  readonly io: ProviderIO;
  readonly directCalls: DirectCalls;
  /** Drops what this process counted for the circuit breaker of an integration. */
  readonly forgetBreaker: (integrationId: string) => void;
  /** Makes the messages due that wait for the rate of an integration, and ends the pause that its provider asked for. */
  readonly resumeWaiting: (tx: Queryable, environmentId: string, integrationId: string) => Promise<void>;
  readonly versions: VersionCache;
  readonly templates: Templates;
  readonly payloadChecks: PayloadChecks;
  readonly inspectTexts: InspectTexts;
  readonly prepareMail: PrepareMail;
  readonly log: Log;
  /** Creates the integrations and the sample workflow of a new environment. */
  readonly seedEnvironment: (tx: Queryable, environmentId: string, now: Date) => Promise<void>;
  readonly metrics: Metrics;
  /** Notifies the connections of inboxes. */
  readonly inboxHints: InboxHints;
  /** Notifies the workers of possible work; a notification may be lost. */
  readonly announceWork: () => void;
  /** Notifies the workers that a test clock was moved. */
  readonly announceMove: () => void;
  /** True: responses contain credentials in clear. False: secret values are masked. */
  readonly showsCredentials: boolean;
  /** Into which other environments workflows may be copied; see `TIDINGS_WORKFLOW_SYNC`. */
  readonly workflowSync: Settings["workflowSync"];
  /** What all environments share, for the state of the system. */
  readonly readInstallation: () => Promise<Installation>;
  /** The retention that applies where an environment has none of its own. */
  readonly retention: Retention;
  /** What is wrong with the service; undefined when it is ready. */
  readonly trouble: () => Promise<string | undefined>;
};

/** The words of requests with a key: on the wire, a subscriber is always named by the caller's id. */
type KeyWords = { subscriberId: SubscriberKey };

/** A checked part of a request, in which keys have their types. Keys inside lists and objects get theirs in wire files. */
export type Received<Part> = {
  [Word in keyof Part]: Word extends keyof KeyWords ? KeyOf<Part[Word], KeyWords[Word]> : Part[Word];
};
type KeyOf<Value, Key> = Value extends string ? Key : Value;

/** A request after authentication and the checks against the operation's schemas. */
export type Call<O> = {
  readonly environment: Environment;
  /** The id of the request's API key; "" for operations without one. */
  readonly keyId: string;
  /** The name of the dashboard's session that the request came with; undefined without one. */
  readonly sessionName: string | undefined;
  /** The subscriber's session, for operations with the principal `subscriber`; see `sessionEndpoint`. */
  readonly session: InboxSession | undefined;
  readonly database: Transactional;
  /** The environment with this id, if the caller may write there; see `hasTarget` and `target-environment.ts`. */
  readonly targetOf: (environmentId: string) => Environment | undefined;
  /**
   * The database in the scope of another environment: for an operation that writes to a target, and for browsers, whose body
   * names their environment.
   */
  readonly databaseOf: (environmentId: string) => Transactional;
  /** With an idempotency key: the transaction that `database` works in. */
  readonly transaction?: SharedTransaction;
  /** Size of the body as sent. */
  readonly bytes: number;
  readonly params: Received<ParamsOf<O>>;
  readonly query: Received<QueryOf<O>>;
  readonly body: Received<BodyOf<O>>;
  /** Errors of items in the list that is checked item by item (`checkedApart`), by index. */
  readonly faultyItems: ReadonlyMap<number, AppError>;
};

/**
 * What an operation of an inbox session stores. `nothing`: it only reads or deletes. `marks`: the state of messages that exist (read,
 * snoozed, an action). `switches`: booleans for channels and workflows that exist. An operation that stores values, such as texts and
 * schedules, gives a function that names the fields with values in a request. Only a session with a valid hash stores values, because
 * any browser can open a session without one.
 */
export type SessionStores<O> =
  | "nothing"
  | "marks"
  | "switches"
  | ((body: Call<O>["body"]) => readonly string[]);

/** An operation and its handler. */
export type Endpoint = {
  readonly operation: AnyOperation;
  readonly handle: (call: Call<AnyOperation>) => Promise<unknown>;
  /**
   * With an idempotency key, calls share a transaction with other calls of this operation: for operations with thousands
   * of calls. The handler must not write before it refuses, since a refusal does not roll back the other calls.
   */
  readonly sharesCommit?: true;
  /** Of operations of an inbox session; see `sessionEndpoint`. */
  readonly stores?: SessionStores<AnyOperation>;
  /** Works on all environments of the caller's organization; its statements filter by the organization. */
  readonly seesOrganization?: true;
};

/** A result with one of the operation's `otherStatuses`. */
export class ResponseWithStatus<Body> {
  readonly status: 200 | 201 | 204;
  readonly body: Body;
  constructor(status: 200 | 201 | 204, body: Body) {
    this.status = status;
    this.body = body;
  }
}

/** There is nothing to return, of an operation that otherwise returns a record. */
export const NO_CONTENT = new ResponseWithStatus<never>(204, undefined as never);

/** Binds a contract operation to its handler, with the operation's types. */
export function endpoint<O extends AnyOperation>(
  operation: O,
  handle: (call: Call<O>) => Promise<ResponseOf<O> | ResponseWithStatus<ResponseOf<O>>>,
): Endpoint {
  return { operation, handle: handle as Endpoint["handle"] };
}

/** Like `endpoint`, for an operation that streams. */
export function streamEndpoint<O extends AnyOperation>(
  operation: O,
  handle: (call: Call<O>) => Promise<Lines>,
): Endpoint {
  return { operation, handle: handle as Endpoint["handle"] };
}

/** The same handler for another operation with the same input and output, which older clients call. */
export function alsoAt(operation: AnyOperation, { handle, stores }: Endpoint): Endpoint {
  return { operation, handle, ...(stores === undefined ? {} : { stores }) };
}
