import { contextKeyOf, keepContexts } from "../contexts/keep-contexts.ts";
import type { Transactional } from "../database/database.ts";
import { inside, type OpenTransaction } from "../database/open-transaction.ts";
import { type Scope, unchanged } from "../database/scope.ts";
import { AppError } from "../foundation/app-error.ts";
import type { Clock } from "../foundation/clock.ts";
import { failpoint } from "../foundation/failpoint.ts";
import { COMMITS_TOGETHER, gather } from "../foundation/gather.ts";
import { groupBy } from "../foundation/group-by.ts";
import { newId } from "../foundation/id.ts";
import type { JsonObject } from "../foundation/json.ts";
import { checkedPayload } from "../workflows/validate-payload.ts";
import type { Workflow } from "../workflows/workflow.ts";
import { findWorkflowsByIdentifier } from "../workflows/workflow-store.ts";
import type { Backlog } from "./backlog.ts";
import { fingerprintOf, type TriggerRequest } from "./trigger.ts";
import { findFingerprints, insertTriggers, type NewTrigger } from "./trigger-store.ts";

/** What became of a request to trigger a workflow. */
export type Accepted =
  | { kind: "accepted"; transactionId: string }
  | { kind: "workflow_not_found" }
  | { kind: "workflow_not_active"; transactionId: string }
  | { kind: "workflow_without_steps"; transactionId: string }
  /** The payload does not fit the workflow's schema. */
  | { kind: "payload_refused"; error: AppError }
  /** The transactionId was used before, with other content. */
  | { kind: "transaction_reused"; transactionId: string };

export type Acceptor = {
  /**
   * Answers when the trigger is durable; then it is never lost.
   * @throws AppError unavailable while too much work of the environment waits.
   */
  accept(environmentId: string, request: TriggerRequest): Promise<Accepted>;
  /** Stores triggers in a transaction of the caller's: they are durable when that commits. */
  acceptIn(
    transaction: OpenTransaction,
    environmentId: string,
    requests: readonly TriggerRequest[],
  ): Promise<Accepted[]>;
};

type Waiting = {
  environmentId: string;
  requests: readonly TriggerRequest[];
  resolve: (accepted: Accepted[]) => void;
  reject: (error: unknown) => void;
};

export type AcceptorParts = {
  database: Transactional;
  /** What an environment's statements see of the database: everything, unless a test narrows it. */
  scope?: Scope;
  clock: Clock;
  backlog: Backlog;
  onAccepted: () => void;
};

/**
 * Takes triggers in. Requests that wait at the same moment share one commit: two statements for all of them instead
 * of two for each, and none waits longer than a commit takes.
 */
export function createAcceptor(parts: AcceptorParts): Acceptor {
  const { database, scope = unchanged, clock, backlog, onAccepted } = parts;
  const take = gather<Waiting>(COMMITS_TOGETHER, async (group) => {
    await answer({ database, scope, clock }, group);
    onAccepted();
  });
  /** What came into one transaction in one turn of the loop. */
  const gathered = new WeakMap<OpenTransaction, Waiting[]>();

  return {
    accept: async (environmentId, request) => {
      refuseFull(backlog, environmentId);
      const requests = [request];
      const [accepted] = await new Promise<Accepted[]>((resolve, reject) =>
        take({ environmentId, requests, resolve, reject }),
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
        transaction.afterCommit(onAccepted);
        setImmediate(() => void answer({ database: inside(transaction), scope, clock }, waiting.splice(0)));
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

type Parts = Required<Pick<AcceptorParts, "database" | "scope" | "clock">>;

async function answer(parts: Parts, waiting: readonly Waiting[]): Promise<void> {
  for (const [environmentId, group] of groupBy(waiting, (one) => one.environmentId)) {
    try {
      const all = group.flatMap(({ requests }) => requests);
      const accepted = await acceptAll(parts, environmentId, all);
      for (const { requests, resolve } of group) resolve(accepted.splice(0, requests.length));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

async function acceptAll(
  { database: shared, scope, clock }: Parts,
  environmentId: string,
  requests: readonly TriggerRequest[],
): Promise<Accepted[]> {
  failpoint("A1");
  const database = scope(shared, environmentId);
  const identifiers = [...new Set(requests.map((request) => request.workflowIdentifier))];
  const workflows = await findWorkflowsByIdentifier(database, environmentId, identifiers);
  const workflowOf = new Map(workflows.map((workflow) => [workflow.identifier, workflow]));
  const judged = requests.map((request) => judge(request, workflowOf.get(request.workflowIdentifier), clock));
  const triggers = judged.flatMap(({ trigger }) => trigger ?? []);
  if (triggers.length === 0) return judged.map(({ accepted }) => accepted);
  await keepContexts(database, environmentId, requests);
  failpoint("A2");
  const stored = await insertTriggers(database, environmentId, triggers);
  failpoint("A4");
  const repeated = triggers.filter(({ id }) => !stored.has(id)).map(({ transactionId }) => transactionId);
  if (repeated.length === 0) return judged.map(({ accepted }) => accepted);
  const known = await findFingerprints(database, environmentId, repeated);
  return judged.map(({ accepted, trigger }) => {
    if (!trigger || stored.has(trigger.id)) return accepted;
    const { transactionId, fingerprint } = trigger;
    const isSame = known.get(transactionId)?.equals(fingerprint) === true;
    return isSame ? accepted : { kind: "transaction_reused", transactionId };
  });
}

/** Whether the request can be taken, and the trigger it makes. */
export function judge(
  request: TriggerRequest,
  workflow: Workflow | undefined,
  clock: Clock,
): { accepted: Accepted; trigger?: NewTrigger } {
  if (!workflow) return { accepted: { kind: "workflow_not_found" } };
  const id = newId(clock.now().getTime());
  const transactionId = request.transactionId ?? `txn_${id}`;
  if (!workflow.isActive) return { accepted: { kind: "workflow_not_active", transactionId } };
  if (workflow.definition.steps.length === 0) {
    return { accepted: { kind: "workflow_without_steps", transactionId } };
  }
  const payload = payloadFor(workflow, request);
  if (payload instanceof AppError) return { accepted: { kind: "payload_refused", error: payload } };
  const isBroadcast = request.recipients === "everyone";
  const trigger: NewTrigger = {
    id,
    transactionId,
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    isBroadcast,
    recipients: request.recipients === "everyone" ? [] : request.recipients,
    topics: request.topics,
    actor: request.actor?.subscriberId ?? null,
    contextKeys: request.contexts.map(contextKeyOf).toSorted(),
    payload,
    overrides: request.overrides,
    fingerprint: fingerprintOf(request),
  };
  return { accepted: { kind: "accepted", transactionId }, trigger };
}

function payloadFor(workflow: Workflow, request: TriggerRequest): JsonObject | AppError {
  try {
    return checkedPayload(workflow, request.payload);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
