import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withClient } from "../testing/cluster.ts";
import { type KeyedAnswer, type KeyedCaller, keyedCaller, kindsOf } from "../testing/keyed-caller.ts";
import { cloneDatabase, type TestDatabase } from "../testing/test-database.ts";
import { openTestMachine, type TestMachine, type TestProcess } from "../testing/test-process.ts";

/** Many equal requests at once, at two processes on one database. */

const NAMES = 50;
const TIMES = 50;
const AT_ONCE = 10;

let machine: TestMachine;
let database: TestDatabase;
let servers: TestProcess[];
let callers: KeyedCaller[];
let apiKey: string;

const serve = () => machine.serve([], { DATABASE_URL: database.url, TIDINGS_ROLE: "api" });
beforeAll(async () => {
  machine = await openTestMachine();
  database = await cloneDatabase();
  servers = [await serve(), await serve()];
  apiKey = servers[0]?.apiKey as string;
  callers = servers.map(({ url }) => keyedCaller(url, apiKey));
});
afterAll(async () => {
  await machine.close();
  await database.drop();
});

async function rowsOf(statement: string, values: unknown[] = []): Promise<any[]> {
  return withClient(database.url, async (client) => (await client.query(statement, values)).rows);
}

const requestOf = (name: number, byKey: boolean) => {
  const body = { name: "welcome", to: `s${name}`, payload: { name } };
  const path = "/v1/events/trigger";
  return byKey
    ? { path, key: `crowd-${name}`, body }
    : { path, body: { ...body, transactionId: `crowd-${name}` } };
};

/**
 * On a busy machine, a process sheds load, and a request may wait for a connection longer than the service allows: nothing of it
 * is stored, and the client sends it again.
 */
async function sendUntilAccepted(
  call: KeyedCaller,
  request: Parameters<KeyedCaller>[0],
): Promise<KeyedAnswer> {
  for (;;) {
    const answer = await call(request);
    if (answer.status !== 503) return answer;
    await setTimeout(1_000 * Number(answer.headers.get("retry-after")));
  }
}

/**
 * Sends every request `TIMES` times at once, alternating between the processes; returns the answers by request. Ten
 * names at a time: with 2,000 requests at once, some would wait for a connection longer than the service allows (503).
 */
async function sendAll(byKey: boolean): Promise<KeyedAnswer[][]> {
  const answers: KeyedAnswer[][] = [];
  for (let first = 0; first < NAMES; first += AT_ONCE) {
    const names = Array.from({ length: AT_ONCE }, (_, n) => first + n);
    answers.push(...(await Promise.all(names.map((name) => duplicatesOf(name, byKey)))));
  }
  return answers;
}

function duplicatesOf(name: number, byKey: boolean): Promise<KeyedAnswer[]> {
  const calls = Array.from({ length: TIMES }, (_, n) => callers[n % 2] as KeyedCaller);
  return Promise.all(calls.map((call) => sendUntilAccepted(call, requestOf(name, byKey))));
}

test("given 50 keys sent 50 times at once, each executes once and the rest get a replay or 409", async () => {
  const answers = await sendAll(true);
  const kinds = kindsOf(answers.flat());
  expect(kinds["201"]).toBe(NAMES);
  expect(Object.keys(kinds).filter((kind) => !["201", "201 replay", "409 in 1 s"].includes(kind))).toEqual(
    [],
  );
  for (const [name, own] of answers.entries()) {
    expect(kindsOf(own)["201"], `key ${name}`).toBe(1);
    const accepted = own.filter(({ status }) => status === 201);
    expect(new Set(accepted.map(({ text }) => text)).size).toBe(1);
  }
  const stored = await rowsOf(
    "select transaction_id, payload->>'name' as name from triggers where transaction_id like 'txn_%'",
  );
  expect(stored.map(({ name }) => Number(name)).sort((a, b) => a - b)).toEqual([...answers.keys()]);

  const later = await Promise.all(
    answers.map((_, name) => sendUntilAccepted(callers[name % 2] as KeyedCaller, requestOf(name, true))),
  );
  expect(kindsOf(later)).toEqual({ "201 replay": NAMES });
  const first = answers.map((own) => own.find(({ status, isReplay }) => status === 201 && !isReplay)?.text);
  expect(later.map(({ text }) => text)).toEqual(first);
});

test("given 50 transactionIds sent 50 times at once without a key, each is one trigger", async () => {
  const answers = await sendAll(false);
  expect(kindsOf(answers.flat())).toEqual({ "201": NAMES * TIMES });
  for (const own of answers) expect(new Set(own.map(({ text }) => text)).size).toBe(1);
  const stored = await rowsOf(
    "select transaction_id, count(*)::int from triggers where transaction_id like 'crowd-%' group by 1",
  );
  expect(stored).toHaveLength(NAMES);
  expect(stored.every(({ count }) => count === 1)).toBe(true);
});

test("given a process killed during a write, the retry at another process executes it once", async () => {
  const victim = await serve();
  const request = { path: "/v2/topics", key: "doomed", body: { key: "doomed" } };
  await withClient(database.url, async (client) => {
    await client.query("begin; lock table topics");
    const lost = sendUntilAccepted(keyedCaller(victim.url, apiKey), request).catch(() => "lost");
    const isWaiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%topics%'";
    await expect.poll(async () => (await rowsOf(isWaiting)).length, { interval: 5 }).toBeGreaterThan(0);
    await victim.end("SIGKILL");
    expect(await lost).toBe("lost");
    await client.query("rollback");
  });
  const survivor = callers[0] as KeyedCaller;
  const again = async () => {
    for (;;) {
      const answer = await sendUntilAccepted(survivor, request);
      if (answer.status !== 409) return answer;
    }
  };
  const [first, replay] = [await again(), await again()];
  expect([first.status, first.isReplay]).toEqual([201, false]);
  expect(replay).toMatchObject({ status: first.status, isReplay: true, text: first.text });
  expect(await rowsOf("select key from topics where key = 'doomed'")).toHaveLength(1);
});
