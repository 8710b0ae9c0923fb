import type pg from "pg";
import { isReadOnly } from "./database-error.ts";
import { type Client, inOneWrite } from "./one-write.ts";

/** Without a transaction. */
export async function onConnection<T>(pool: pg.Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(inOneWrite(client));
  } catch (error) {
    if (isReadOnly(error)) broken = error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** @param whenBroken called when the connection breaks before the commit. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: Client) => Promise<T>,
  whenBroken: () => void = () => {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    client.off("error", onBreak).off("end", onBreak);
    client.release(broken);
  };
  const onBreak = (error = new Error("Connection terminated in a transaction")) => {
    broken ??= error;
    release();
    whenBroken();
  };
  client.on("error", onBreak).on("end", onBreak);
  const written = inOneWrite(client);
  const unlessBroken: Client = { query: (query) => (broken ? Promise.reject(broken) : written.query(query)) };
  let isOver = false;
  const whileOpen: Client = {
    query: (query) =>
      isOver ? Promise.reject(new Error("The transaction has ended")) : unlessBroken.query(query),
  };
  try {
    // Awaited: if it failed, the statements after it would commit one by one.
    await unlessBroken.query("begin");
    const result = await work(whileOpen);
    isOver = true;
    await unlessBroken.query("commit");
    return result;
  } catch (error) {
    isOver = true;
    // The connection leads to a standby; the pool would use it again, although new connections lead to the primary.
    if (isReadOnly(error)) broken ??= error;
    await unlessBroken.query("rollback").catch((failed: Error) => {
      broken ??= failed;
    });
    throw error;
  } finally {
    release();
  }
}
