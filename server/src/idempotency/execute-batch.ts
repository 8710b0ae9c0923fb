import { openSharedTransaction, type SharedTransaction } from "../database/shared-transaction.ts";
import { COMMITS_TOGETHER, gather } from "../foundation/gather.ts";
import { type ExecuteOnceParts, replayOf } from "./execute-once.ts";
import type { ExecutedResponse, IdempotentOutcome, IdempotentRequest } from "./idempotent-request.ts";
import { whenReady } from "./not-ready.ts";

type Execute = (transaction: SharedTransaction) => Promise<ExecutedResponse>;
type QueuedRequest = {
  request: IdempotentRequest;
  execute: Execute;
  resolve: (once: IdempotentOutcome) => void;
  reject: (error: unknown) => void;
};
/** Like `executeOnce`, in a transaction shared with other waiting requests. */
export type ExecuteBatch = (request: IdempotentRequest, execute: Execute) => Promise<IdempotentOutcome>;

/**
 * Executes requests with idempotency keys in shared transactions: three statements and a commit for a batch instead of
 * for each request. An error of one request rejects only this request and frees its key. The same holds for a statement
 * that the database refuses, because the work of each environment is protected by a savepoint
 * (`SharedTransaction.attempt`). Only a lost connection or a failed commit rejects the whole batch.
 */
export function createExecuteBatch(parts: ExecuteOnceParts): ExecuteBatch {
  const take = gather<QueuedRequest>(COMMITS_TOGETHER, (group) => executeGroup(parts, group));
  const together: ExecuteBatch = (request, execute) =>
    new Promise((resolve, reject) => take({ request, execute, resolve, reject }));
  return (request, execute) => whenReady(() => together(request, execute));
}

type Result = IdempotentOutcome | { kind: "refused"; error: unknown };

async function executeGroup(parts: ExecuteOnceParts, group: readonly QueuedRequest[]): Promise<void> {
  try {
    const results = await openSharedTransaction(parts.database, (transaction) =>
      executeRequests(parts, transaction, group),
    );
    group.forEach(({ resolve, reject }, index) => {
      const result = results[index] as Result;
      if (result.kind === "refused") reject(result.error);
      else resolve(result);
    });
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}

async function executeRequests(
  { responses }: ExecuteOnceParts,
  transaction: SharedTransaction,
  group: readonly QueuedRequest[],
): Promise<Result[]> {
  // Advisory locks are reentrant within a session, so duplicates within one batch are detected here.
  const first = new Map(group.map(({ request }) => [nameOf(request), request] as const).toReversed());
  const requests = [...first.values()];
  const held = await responses.lockAll(transaction, requests);
  const kept = await responses.findAll(
    transaction,
    requests.filter((request) => held.has(request)),
  );
  const results = await Promise.all(
    group.map(async ({ request, execute }): Promise<Result> => {
      if (first.get(nameOf(request)) !== request || !held.has(request)) return { kind: "in_progress" };
      const stored = kept.get(request);
      if (stored && !stored.fingerprint.equals(request.fingerprint)) return { kind: "reused" };
      if (stored) return replayOf(stored);
      return execute(transaction).then(
        (response) => ({ kind: "executed", response }),
        (error) => ({ kind: "refused", error }),
      );
    }),
  );
  const executed = group.flatMap(({ request }, index) => {
    const result = results[index] as Result;
    return result.kind === "executed" ? [{ request, response: result.response }] : [];
  });
  await responses.saveAll(transaction, executed);
  return results;
}

function nameOf({ environmentId, key }: IdempotentRequest): string {
  return `${environmentId}|${key}`;
}
