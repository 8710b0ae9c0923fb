import type { Queryable, Transactional } from "./database.ts";

/** A transaction that is open while others write in it. */
export type OpenTransaction = Queryable & {
  /** Calls back once all of it is durable, and never when it is not. */
  afterCommit(then: () => void): void;
};

/** Everything in `work` commits together or not at all; then those are called who asked for it. */
export async function openTransaction<T>(
  database: Transactional,
  work: (open: OpenTransaction) => Promise<T>,
): Promise<T> {
  const waiting: (() => void)[] = [];
  const result = await database.transaction((tx) =>
    work({ ...tx, afterCommit: (then) => void waiting.push(then) }),
  );
  for (const then of waiting) then();
  return result;
}

/** An open transaction for code that would open one of its own: it becomes a part of this one. */
export function inside(open: OpenTransaction): Transactional {
  return { ...open, transaction: (work) => work(open) };
}
