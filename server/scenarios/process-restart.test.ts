import { afterEach, expect, test, vi } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { keepPort } from "../testing/kept-port.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { emptyDatabase, type TestDatabase } from "../testing/test-database.ts";
import { openTestMachine, type TestMachine } from "../testing/test-process.ts";

/** A server process is restarted on the same port while our SDK calls it. */

let machine: TestMachine | undefined;
let database: TestDatabase | undefined;
afterEach(async () => {
  await machine?.close();
  await database?.drop();
});

test("given clients that use our SDK, a restart fails no call and duplicates no write", async () => {
  machine = await openTestMachine();
  database = await emptyDatabase();
  const variables = { DATABASE_URL: database.url, PORT: String(await keepPort()) };
  const before = await machine.serve([], variables);
  const { url, apiKey = "" } = before;
  // A number, because the default is a time, within which a busy machine may not start a process.
  const client = createClient({ url, apiKey, retries: 1_000 });
  let isOver = false;
  const made: string[] = [];
  const call = async (caller: number) => {
    for (let n = 0; !isOver; n += 1) {
      const subscriberId = `caller-${caller}-${n}`;
      // A second execution would be refused with 409.
      await client.subscribers.create({ subscriberId }, { failIfExists: true });
      expect((await client.subscribers.get(subscriberId)).subscriberId).toBe(subscriberId);
      made.push(subscriberId);
    }
  };
  const calling = Promise.all([0, 1, 2, 3].map(call));
  // A failed call ends the wait at once, and is not an unhandled rejection.
  const until = (count: number) =>
    Promise.race([calling, vi.waitUntil(() => made.length > count, PATIENCE_MS)]);
  await until(20);
  expect((await before.end("SIGTERM")).code).toBe(0);
  const after = await machine.serve([], variables);
  await until(made.length + 20);
  isOver = true;
  await calling;
  const page = await client.subscribers.search({ subscriberId: "caller-" });
  expect(page.totalCount).toBe(made.length);
  expect((await after.end("SIGTERM")).code).toBe(0);
});
