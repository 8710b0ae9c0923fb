import sql from "sql-template-tag";
import type { Queryable, Transactional } from "./database.ts";

/** An open transaction in which several parts of the code write. */
export type SharedTransaction = Queryable & {
  /** Registers a callback for after the commit; it is not called when the transaction fails. */
  afterCommit(then: () => void): void;
  /**
   * Runs `work` in a savepoint: an error rolls back the statements of `work` only. Attempts run one after another.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>;
};

/** Everything in `work` commits atomically; then runs the `afterCommit` callbacks. */
export async function openSharedTransaction<T>(
  database: Transactional,
  work: (transaction: SharedTransaction) => Promise<T>,
): Promise<T> {
  const waiting: (() => void)[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const result = await database.transaction((tx) =>
    work({
      ...tx,
      afterCommit: (then) => void waiting.push(then),
      attempt: (part) => {
        const attempt = last.then(() => attemptIn(tx, part));
        last = attempt.catch(() => {});
        return attempt;
      },
    }),
  );
  for (const then of waiting) then();
  return result;
}

/** For code that opens a transaction itself: its work becomes part of the shared transaction instead. */
export function joinTransaction(shared: SharedTransaction): Transactional {
  return { ...shared, transaction: (work) => work(shared) };
}

async function attemptIn<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  await tx.query(sql`savepoint attempt`);
  try {
    const result = await work();
    await tx.query(sql`release savepoint attempt`);
    return result;
  } catch (error) {
    await tx.query(sql`rollback to savepoint attempt`);
    throw error;
  }
}
