import type { Transactional } from "../database/database.ts";
import { type OpenTransaction, openTransaction } from "../database/open-transaction.ts";
import type { KeptAnswerStore } from "./kept-answer-store.ts";

/** A request under an idempotency key. Equal fingerprints: the same request. */
export type Ticket = { environmentId: string; key: string; fingerprint: Buffer };

/** An answer of success, as it goes out. */
export type Answer = { status: number; body: string };

/** What became of a request under an idempotency key. */
export type Once =
  | { kind: "executed" | "replayed"; answer: Answer }
  /** A twin is being executed at this moment. */
  | { kind: "in_progress" }
  /** The key belongs to another request. */
  | { kind: "reused" };

export type OnceParts = { database: Transactional; answers: KeptAnswerStore };

/**
 * Executes a request at most once: its effect and its answer are one transaction. When that ends otherwise (a refusal, a
 * crash, a lost connection) nothing happened and the key is free again, so that a corrected request can succeed.
 */
export function executeOnce(
  { database, answers }: OnceParts,
  ticket: Ticket,
  execute: (transaction: OpenTransaction) => Promise<Answer>,
): Promise<Once> {
  return openTransaction(database, async (transaction) => {
    if (!(await answers.holdAll(transaction, [ticket])).has(ticket)) return { kind: "in_progress" };
    const kept = (await answers.findAll(transaction, [ticket])).get(ticket);
    if (kept && !kept.fingerprint.equals(ticket.fingerprint)) return { kind: "reused" };
    if (kept) return { kind: "replayed", answer: kept };
    const answer = await execute(transaction);
    await answers.keepAll(transaction, [{ ticket, answer }]);
    return { kind: "executed", answer };
  });
}
