import type { Sql } from "sql-template-tag";
import { LoopTurn } from "../foundation/loop-turn.ts";
import type { Queryable } from "./database.ts";

/** Characters of a statement that is awaited before the next one is composed, so that memory holds only one of its size. */
const LARGE_CHARACTERS = 1_000_000;

/**
 * Sends the statements of a transaction in this order, without waiting for the result of one before the next is composed and sent.
 * PostgreSQL executes them in the same order; after one fails, it refuses the others.
 * @throws the first failure.
 */
export async function pipeline(tx: Queryable, statements: Iterable<Sql>): Promise<void> {
  const loop = new LoopTurn();
  const results: Promise<unknown>[] = [];
  for (const statement of statements) {
    const result = tx.query(statement);
    // Its failure is that of `Promise.all`, which begins only after the last statement is sent.
    result.catch(() => {});
    results.push(result);
    if (isLarge(statement)) await result;
    await loop.yield();
  }
  await Promise.all(results);
}

function isLarge({ values }: Sql): boolean {
  return values.some((value) => typeof value === "string" && value.length > LARGE_CHARACTERS);
}
