import type { Transactional } from "../database/database.ts";
import { openSharedTransaction, type SharedTransaction } from "../database/shared-transaction.ts";
import { AppError } from "../foundation/app-error.ts";
import type {
  ApiResponse,
  ExecutedResponse,
  IdempotentOutcome,
  IdempotentRequest,
} from "./idempotent-request.ts";
import type { StoredResponse, StoredResponseStore } from "./stored-response-store.ts";

/** A larger response is not stored: it would stay in the database for a day, and no write of ordinary size has one. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

export type ExecuteOnceParts = { database: Transactional; responses: StoredResponseStore };

/**
 * Executes a request at most once: its effect and its response commit in one transaction. Without a commit (an error, a
 * crash, a lost connection) nothing is stored and the key is free again, so that a corrected request can succeed.
 * @throws AppError too_large for a response of more than 4 MiB: the transaction is rolled back.
 */
export function executeOnce(
  { database, responses }: ExecuteOnceParts,
  request: IdempotentRequest,
  execute: (transaction: SharedTransaction) => Promise<ExecutedResponse>,
): Promise<IdempotentOutcome> {
  return openSharedTransaction(database, async (transaction) => {
    if (!(await responses.lockAll(transaction, [request])).has(request)) return { kind: "in_progress" };
    const kept = (await responses.findAll(transaction, [request])).get(request);
    if (kept && !kept.fingerprint.equals(request.fingerprint)) return { kind: "reused" };
    if (kept) return replayOf(kept);
    const response = await execute(transaction);
    refuseTooLarge(response);
    await responses.saveAll(transaction, [{ request, response }]);
    return { kind: "executed", response };
  });
}

/** The outcome of a repeated request. */
export function replayOf(kept: StoredResponse): IdempotentOutcome {
  return kept.isErased ? { kind: "erased" } : { kind: "replayed", response: kept };
}

function refuseTooLarge({ body }: ApiResponse): void {
  const bytes = Buffer.byteLength(body);
  if (bytes <= MAX_RESPONSE_BYTES) return;
  const limit = `under an Idempotency-Key it may have at most ${MAX_RESPONSE_BYTES}`;
  const help = "request less data, or omit the Idempotency-Key";
  throw new AppError("too_large", `The response has ${bytes} bytes; ${limit}: ${help}`);
}
