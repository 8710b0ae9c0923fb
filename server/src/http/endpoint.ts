import type { AnswerOf, AnyOperation, BodyOf, Brand, Limits, ParamsOf, QueryOf } from "@tidings/contract";
import type { Queryable, Transactional } from "../database/database.ts";
import type { SharedTransaction } from "../database/shared-transaction.ts";
import type { Environment } from "../environments/environment.ts";
import type { AppError } from "../foundation/app-error.ts";
import type { Clock } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { CheckDestination } from "../providers/provider.ts";
import type { Providers } from "../providers/providers.ts";
import type { InspectTexts } from "../templates/inspect-texts.ts";
import type { Templates } from "../templates/templates.ts";
import type { Acceptor } from "../triggers/accept.ts";
import type { PayloadChecks } from "../workflows/payload-checks.ts";
import type { VersionCache } from "../workflows/version-cache.ts";

/**
 * What the operations are built from; `service.ts` makes it once. The database is not in it: an operation works on that
 * of its call, or what it writes would not be in one transaction with the answer kept under an idempotency key.
 */
export type Api = {
  readonly clock: Clock;
  /** Time that never goes back, in milliseconds: for waits and rates inside this process. */
  readonly nowMs: () => number;
  /** The limits of requests, as the operator set them. */
  readonly limits: Limits;
  readonly brand: Brand;
  readonly integrations: IntegrationStore;
  readonly providers: Providers;
  /** Whether outgoing calls to a destination would be refused. */
  readonly checkDestination: CheckDestination;
  readonly versions: VersionCache;
  readonly templates: Templates;
  readonly payloadChecks: PayloadChecks;
  readonly inspectTexts: InspectTexts;
  readonly log: Log;
  /** Puts into a new environment what it needs for its first notification. */
  readonly seedEnvironment: (tx: Queryable, environmentId: string, now: Date) => Promise<void>;
  readonly metrics: Metrics;
  readonly acceptor: Acceptor;
  /** Tells the workers that there may be work: a hint. */
  readonly announceWork: () => void;
  /** True: credentials are answered as they are stored. False: every secret value is masked. */
  readonly showsCredentials: boolean;
  /** True: workflows may be copied to other environments of the organization. */
  readonly syncsWorkflows: boolean;
  /** Says what is wrong with the service, or nothing. */
  readonly trouble: () => Promise<string | undefined>;
};

/** A request that was authenticated and checked against the operation's schemas. */
export type Call<O> = {
  readonly environment: Environment;
  /** The id of the API key that the request is made with. */
  readonly keyId: string;
  readonly database: Transactional;
  /** The same, as another environment sees it: for the one operation that writes to another environment. */
  readonly databaseOf: (environmentId: string) => Transactional;
  /** Under an idempotency key: the transaction that `database` is the inside of. */
  readonly transaction?: SharedTransaction;
  /** Of the body as it was sent. */
  readonly bytes: number;
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** What is wrong with items of the list that is checked item by item (`checkedApart`), by their place in it. */
  readonly faultyItems: ReadonlyMap<number, AppError>;
};

/** An operation and the code that answers it. */
export type Endpoint = {
  readonly operation: AnyOperation;
  readonly handle: (call: Call<AnyOperation>) => Promise<unknown>;
  /**
   * Under an idempotency key it shares a transaction with others of its kind: for what comes by the thousand, and writes
   * nothing of its own before it refuses, since a refusal does not take the others' work back.
   */
  readonly sharesCommit?: true;
  /** It works on the environments of the caller's organization, not only on the caller's own: its statements name that. */
  readonly seesOrganization?: true;
};

/** An answer with one of the operation's `otherStatuses`. */
export class AnswerWithStatus<Answer> {
  readonly status: 200 | 201;
  readonly answer: Answer;
  constructor(status: 200 | 201, answer: Answer) {
    this.status = status;
    this.answer = answer;
  }
}

/** Ties an operation of the contract to its code, with the operation's own types. */
export function endpoint<O extends AnyOperation>(
  operation: O,
  handle: (call: Call<O>) => Promise<AnswerOf<O> | AnswerWithStatus<AnswerOf<O>>>,
): Endpoint {
  return { operation, handle: handle as Endpoint["handle"] };
}

/** The same code behind another operation, which asks and answers the same: what older clients call it. */
export function alsoAt(operation: AnyOperation, { handle }: Endpoint): Endpoint {
  return { operation, handle };
}
