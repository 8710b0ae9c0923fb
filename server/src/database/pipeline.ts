import { LoopTurn } from "../foundation/loop-turn.ts";

/**
 * Sends the statements of a transaction in this order, without waiting for the result of one before the next is sent. PostgreSQL executes them
 * in the same order; after one fails, it refuses the others.
 * @param statements each sends its statement before it waits for anything.
 * @throws the first failure.
 */
export async function pipeline(statements: readonly (() => Promise<unknown>)[]): Promise<void> {
  const loop = new LoopTurn();
  const results: Promise<unknown>[] = [];
  for (const send of statements) {
    const result = send();
    // Its failure is that of `Promise.all`, which begins only after the last statement is sent.
    result.catch(() => {});
    results.push(result);
    await loop.yield();
  }
  await Promise.all(results);
}
