import sql from "sql-template-tag";
import type { Queryable, Transactional } from "./database.ts";

/** A transaction that is open while others write in it. */
export type SharedTransaction = Queryable & {
  /** Calls back once all of it is durable, and never when it is not. */
  afterCommit(then: () => void): void;
  /**
   * Everything in `work` is stored with the transaction or not at all: what it throws takes back its own statements and
   * leaves the others'. Attempts run one after another.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>;
};

/** Everything in `work` commits together or not at all; then those are called who asked for it. */
export async function openSharedTransaction<T>(
  database: Transactional,
  work: (open: SharedTransaction) => Promise<T>,
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

/** An open transaction for code that would open one of its own: it becomes a part of this one. */
export function inside(open: SharedTransaction): Transactional {
  return { ...open, transaction: (work) => work(open) };
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
