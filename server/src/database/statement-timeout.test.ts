import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { systemClock } from "../foundation/clock.ts";
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
  const error = await failed(database.query(sql`select pg_sleep(5)`));
  expect([isTimeout(error), classifyDatabaseError(error)]).toEqual([true, "retry"]);
  const { status, headers, body } = errorResponse(error, "/v1/notifications", { clock: systemClock, log });
  expect([status, headers["retry-after"]]).toEqual([503, "1"]);
  expect(body.message).toBe("The database took too long; request less at once, or retry");
  await database.close();
});

test("answer timeout: the connection is closed, and the next statement gets a new one", async () => {
  const database = openDatabase({ connection: connection(), log, poolSize: 1, answerTimeoutMs: 200 });
  const start = performance.now();
  expect(await failed(database.query(sql`select pg_sleep(3)`))).toBeInstanceOf(Error);
  expect(await database.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(performance.now() - start).toBeLessThan(2_000);
  await database.close();
});
