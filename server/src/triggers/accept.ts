import type { Transactional } from "../database/database.ts";
import { classifyDatabaseError } from "../database/database-error.ts";
import { logFailure } from "../database/outage.ts";
import { type Scope, unchanged } from "../database/scope.ts";
import { joinTransaction, type SharedTransaction } from "../database/shared-transaction.ts";
import { AppError } from "../foundation/app-error.ts";
import type { Clock } from "../foundation/clock.ts";
import { COMMITS_TOGETHER, gather } from "../foundation/gather.ts";
import { groupBy } from "../foundation/group-by.ts";
import type { Log } from "../foundation/log.ts";
import { whenReady } from "../idempotency/not-ready.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { PayloadChecks } from "../workflows/payload-checks.ts";
import type { VersionCache } from "../workflows/version-cache.ts";
import {
  type AcceptedCalls,
  type AcceptParts,
  type AcceptResult,
  acceptAll,
  bytesOf,
} from "./accept-requests.ts";
import type { Backlog } from "./backlog.ts";
import { countAccepted } from "./count-accepted.ts";
import { type Handover, RunsNotStored } from "./handover.ts";
import type { Accepted } from "./judge-request.ts";
import type { TriggerRequest } from "./trigger.ts";

export type Acceptor = {
  /** Resolves when the trigger is durable. @throws AppError unavailable while the environment's backlog is full. */
  accept(environmentId: string, request: TriggerRequest): Promise<Accepted>;
  /** Stores triggers in the caller's transaction: they are durable when that commits. */
  acceptIn(
    transaction: SharedTransaction,
    environmentId: string,
    requests: readonly TriggerRequest[],
  ): Promise<Accepted[]>;
};

type PendingCall = {
  environmentId: string;
  requests: readonly TriggerRequest[];
  resolve: (accepted: Accepted[]) => void;
  reject: (error: unknown) => void;
};

export type AcceptorParts = {
  database: Transactional;
  /** Which rows the statements of an environment can see: all, unless a test narrows it. */
  scope?: Scope;
  clock: Clock;
  backlog: Backlog;
  payloadChecks: PayloadChecks;
  versions: VersionCache;
  /** The worker of this process, if it has one. */
  handover?: Handover | undefined;
  /** Triggers are in the queue. */
  onAccepted: () => void;
  log: Log;
  metrics: Metrics;
};

/**
 * Accepts triggers. Requests that wait at the same moment share one commit: two statements for all of them instead of
 * two for each, and none waits longer than a commit takes. A payload with a schema is checked in another thread
 * before its request joins a commit, so that it delays only itself.
 */
export function createAcceptor(parts: AcceptorParts): Acceptor {
  const { backlog } = parts;
  const take = gather<PendingCall>(
    COMMITS_TOGETHER,
    (group) => answer({ ...parts, attempt: (work) => work(), whenDurable: (then) => then() }, group),
    ({ requests }) => bytesOf(requests),
  );
  /** The requests of one transaction in one turn of the event loop. */
  const gathered = new WeakMap<SharedTransaction, PendingCall[]>();

  return {
    accept: async (environmentId, request) => {
      refuseFull(backlog, environmentId);
      const requests = [request];
      const [accepted] = await whenReady(
        () =>
          new Promise<Accepted[]>((resolve, reject) => take({ environmentId, requests, resolve, reject })),
      );
      return accepted as Accepted;
    },
    acceptIn: async (transaction, environmentId, requests) => {
      refuseFull(backlog, environmentId);
      return new Promise((resolve, reject) => {
        const waiting = gathered.get(transaction) ?? [];
        gathered.set(transaction, waiting);
        waiting.push({ environmentId, requests, resolve, reject });
        if (waiting.length > 1) return;
        const database = joinTransaction(transaction);
        const { attempt, afterCommit: whenDurable } = transaction;
        setImmediate(() => void answer({ ...parts, database, attempt, whenDurable }, waiting.splice(0)));
      });
    },
  };
}

const FULL_RETRY_S = 5;

function refuseFull(backlog: Backlog, environmentId: string): void {
  if (!backlog.isFull(environmentId)) return;
  const reason =
    "Too many notifications of this environment wait for workers; try again, or start more workers";
  throw new AppError("unavailable", reason, { retryAfterSeconds: FULL_RETRY_S });
}

type AnswerParts = AcceptParts & {
  database: Transactional;
  scope?: Scope;
  /** An error of `work` rolls back its own statements only. */
  attempt: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs once the stored rows are durable, and never when they are not. */
  whenDurable: (then: () => void) => void;
  onAccepted: () => void;
  log: Log;
  metrics: Metrics;
};

async function answer(parts: AnswerParts, waiting: readonly PendingCall[]): Promise<void> {
  for (const [environmentId, group] of groupBy(waiting, (one) => one.environmentId)) {
    await answerTogether(parts, environmentId, group);
  }
}

/** To the worker of this process, or to all by the queue. */
function passOn(
  parts: AnswerParts,
  environmentId: string,
  { results, held, runs, bytes }: AcceptedCalls & { bytes: number },
): void {
  countAccepted(parts, environmentId, results);
  if (runs) runs.whenDurable();
  else if (held.length > 0) parts.handover?.take(environmentId, held, bytes);
  else parts.onAccepted();
}

/** With the first runs of the triggers, where that is possible. */
async function acceptTogether(
  parts: AnswerParts,
  environmentId: string,
  requests: readonly (readonly TriggerRequest[])[],
): Promise<AcceptedCalls> {
  try {
    return await parts.attempt(() => acceptAll(parts, environmentId, requests));
  } catch (error) {
    if (!(error instanceof RunsNotStored)) throw error;
    if (error.cause) {
      const message = "first runs could not be stored; their triggers are stored without them";
      logFailure(parts.log, error.cause, message, { environmentId });
    }
    return parts.attempt(() => acceptAll({ ...parts, areRunsLater: true }, environmentId, requests));
  }
}

/** Where the database refuses a group of requests, each is tried alone. */
async function answerTogether(
  parts: AnswerParts,
  environmentId: string,
  group: readonly PendingCall[],
): Promise<void> {
  try {
    const requests = group.map((one) => one.requests);
    const { scope = unchanged } = parts;
    const scoped = { ...parts, database: scope(parts.database, environmentId) };
    const accepted = await acceptTogether(scoped, environmentId, requests);
    const { results } = accepted;
    parts.whenDurable(() => passOn(parts, environmentId, { ...accepted, bytes: bytesOf(requests.flat()) }));
    for (const [index, { resolve, reject }] of group.entries()) {
      const result = results[index] as AcceptResult;
      if (result.ok) resolve(result.accepted);
      else reject(result.error);
    }
  } catch (error) {
    if (group.length > 1 && classifyDatabaseError(error) !== "unavailable") {
      for (const one of group) await answerTogether(parts, environmentId, [one]);
    } else for (const { reject } of group) reject(error);
  }
}
