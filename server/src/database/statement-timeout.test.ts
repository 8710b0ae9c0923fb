import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PATIENCE_MS } from "../../testing/patience.ts";
import { cloneDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { systemTime } from "../foundation/clock.ts";
import { createLog } from "../foundation/log.ts";
import { errorResponse } from "../http/error-response.ts";
import { openDatabase } from "./database.ts";
import { classifyDatabaseError, isTimeout } from "./database-error.ts";

let store: TestDatabase;
const log = createLog("silent");
const connection = () => ({ url: store.url });
beforeAll(async () => {
  store = await cloneDatabase();
});
afterAll(() => store.drop());

const failed = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error,
  );

test("statement timeout: a GET answers 503 with Retry-After; a worker's statement may take longer", async () => {
  const database = openDatabase({ connection: connection(), log, statementTimeoutMs: 100 });
  const error = await failed(database.query(sql`select pg_sleep(60)`));
  expect([isTimeout(error), classifyDatabaseError(error)]).toEqual([true, "retry"]);
  const { status, headers, body } = errorResponse(error, "/v1/notifications", { clock: systemTime, log });
  expect([status, headers["retry-after"]]).toEqual([503, "1"]);
  expect(body.message).toBe("The database took too long; request less at once, or retry");
  await database.close();
});

test("answer timeout: the connection is closed, and the next statement gets a new one", async () => {
  const database = openDatabase({ connection: connection(), log, poolSize: 1, answerTimeoutMs: 200 });
  const observer = openDatabase({ connection: connection(), log });
  expect(await failed(database.query(sql`select pg_sleep(3600)`))).toBeInstanceOf(Error);
  // The server still runs the statement of the closed connection, or begins it soon; the pool may have only one.
  const stillRunning = async () => {
    const [found] = await observer.query<{ pid: number }>(sql`
      select pid from pg_stat_activity where query like 'select pg_sleep(3600)' and state = 'active'`);
    return found ?? Promise.reject(new Error("no connection runs the statement"));
  };
  const first = await vi.waitFor(stillRunning, PATIENCE_MS);
  const backend = () => database.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  // On a busy machine, this answer may take too long as well.
  const next = await vi.waitFor(backend, PATIENCE_MS);
  expect([first.pid, next[0]?.pid]).toEqual([expect.any(Number), expect.any(Number)]);
  expect(next[0]?.pid).not.toBe(first.pid);
  await observer.query(sql`select pg_terminate_backend(${first.pid}::int)`);
  await observer.close();
  await database.close();
});
