import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { attachEmbedded } from "../src/database/embedded/embedded.ts";
import { LEASE_SECONDS } from "../src/delivery/queue/lease.ts";
import { createLog } from "../src/foundation/log.ts";
import { killHard } from "../testing/leftovers.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { type HttpReceiver, openHttpReceiver, type ReceivedCall } from "../testing/receivers.ts";
import {
  accountOf,
  endLeasesOf,
  prepareNews,
  startLoad,
  type TestLoad,
  triggerAgain,
} from "../testing/test-load.ts";
import { openTestMachine, type TestMachine, type TestProcess } from "../testing/test-process.ts";

/** What is kept of acknowledged work when processes stop or crash. `ROUNDS` is the number of crashes. */

const ROUNDS = Number(process.env.ROUNDS ?? 2);
vi.setConfig({ testTimeout: (5 + ROUNDS) * PATIENCE_MS });

let machine: TestMachine;
let receiver: HttpReceiver;
afterEach(async () => {
  await machine.close();
  await receiver.close();
});

async function open(
  answer: (call: ReceivedCall, response: ServerResponse) => void,
  env: Record<string, string> = {},
): Promise<TestProcess> {
  machine = await openTestMachine();
  receiver = await openHttpReceiver(answer);
  const server = await start(env);
  await prepareNews(server.caller(), `${receiver.url}/mail`);
  return server;
}

const start = (env: Record<string, string> = {}) =>
  machine.serve([], { TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8", ...env });
const after = (ms: number) => (_: ReceivedCall, response: ServerResponse) =>
  void setTimeout(() => response.end('{"id":"r1"}'), ms);

/** Reads the embedded database, also while the program is not running. */
async function queryStore<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const embedded = await attachEmbedded(machine.dataDirectory, createLog("silent"));
  const client = new pg.Client(embedded?.connection);
  client.on("error", () => {});
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Waits until everything acknowledged has ended, also what waits for the end of a lease, and returns the account of it. */
async function settled(load: TestLoad) {
  const account = () => queryStore((client) => accountOf(client, load.acknowledged));
  const patience = { interval: 100, timeout: PATIENCE_MS + 1_000 * LEASE_SECONDS };
  await expect.poll(async () => (await account()).unfinished, patience).toBe(0);
  return account();
}

const waitFor = (condition: () => boolean) => vi.waitUntil(condition, { timeout: PATIENCE_MS, interval: 5 });

/** Kills the next PostgreSQL as soon as it runs, `times` times. */
async function killAgain(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await waitFor(() => machine.postgresPid !== undefined);
    await sleep(300 * Math.random());
    await killHard(machine.postgresPid);
  }
}

/** Requests one path after the other without a pause, also after a 503; `stop` returns the kinds of answers. */
function keepRequesting(server: TestProcess, paths: string[]): { stop(): Promise<Set<string>> } {
  const answers = new Set<string>();
  let isStopped = false;
  const requesting = (async () => {
    for (let n = 0; !isStopped; n += 1) {
      const headers = { authorization: `ApiKey ${server.apiKey}` };
      const answer = await wholeAnswer(server.url + paths[n % paths.length], headers).catch(() => undefined);
      const mark = answer?.headers.has("retry-after") ? " retry-after" : "";
      answers.add(answer ? `${answer.status}${mark}` : "lost");
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await requesting;
      return answers;
    },
  };
}

async function wholeAnswer(url: string, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response;
}

const keysSent = () => receiver.calls.map((call) => call.headers["idempotency-key"] as string);
const complete = (load: TestLoad) => {
  const notifications = load.acknowledged.size * 3;
  return { notifications, doubled: 0, unfinished: 0, failed: 0, unsent: 0 };
};

/** The first process has so few places that mails must wait, however slowly this machine acknowledges triggers: 10 mails go out in a second. */
const FEW_PLACES = { NODE_ENV: "test", TIDINGS_FAILPOINT: "places_of_integration=20" };
const WAITING = 40;

test("SIGTERM under load: work in flight finishes, and nothing is sent twice", async () => {
  const first = await open(after(2_000), FEW_PLACES);
  const apiKey = first.apiKey as string;
  const load = startLoad(first, apiKey, "news");
  // Some mails are being sent, and more are acknowledged than can be sent until the process knows of the signal.
  await waitFor(() => load.acknowledged.size * 3 >= keysSent().length + WAITING && keysSent().length > 0);
  const [ended] = await Promise.all([first.end("SIGTERM"), load.stop()]);
  expect(ended).toMatchObject({ code: 0, complaints: "" });
  expect(machine.leftovers()).toEqual([]);
  expect([...load.answers.keys()].filter((answer) => !/201|lost|503/.test(answer))).toEqual([]);
  const sentBefore = keysSent().length;

  const second = await start();
  expect(second.stdout).not.toContain("API key");
  await triggerAgain(load, second, apiKey, "news");
  expect(await settled(load)).toEqual(complete(load));
  expect(keysSent()).toHaveLength(load.acknowledged.size * 3);
  expect(new Set(keysSent()).size).toBe(keysSent().length);
  expect(sentBefore).toBeLessThan(keysSent().length);
  expect(await second.end("SIGTERM")).toMatchObject({ code: 0, complaints: "" });
});

test.each(["the program", "the program and its PostgreSQL"])(
  "kill -9 of %s under load: nothing acknowledged is lost or duplicated",
  async (victims) => {
    let server = await open(after(100));
    const apiKey = server.apiKey as string;
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = startLoad(server, apiKey, "news");
      await sleep(700 + 300 * Math.random());
      await waitFor(() => load.acknowledged.size > 10);
      const postgres = machine.postgresPid;
      await server.end("SIGKILL");
      if (victims !== "the program") await killHard(postgres);
      await load.stop();
      const diedAt = new Date();

      server = await start();
      expect(machine.postgresPid === postgres).toBe(victims === "the program");
      await queryStore((client) => endLeasesOf(client, diedAt));
      await triggerAgain(load, server, apiKey, "news");
      expect(load.acknowledged.size).toBeGreaterThan(10);
      expect(await settled(load)).toEqual(complete(load));
    }
    const { rows } = await queryStore((client) =>
      client.query(`select count(*)::int as mails from messages where channel = 'email'`),
    );
    expect(new Set(keysSent()).size).toBe(rows[0].mails);
    const bodies = new Set(
      receiver.calls.map(({ headers, body }) => `${headers["idempotency-key"]} ${JSON.stringify(body)}`),
    );
    expect(bodies.size).toBe(rows[0].mails);
    expect(await server.end("SIGTERM")).toMatchObject({ code: 0 });
    expect(machine.leftovers()).toEqual([]);
  },
);

test("kill -9 of the embedded PostgreSQL alone: it is restarted, and clients get Retry-After", async () => {
  const server = await open(after(100));
  const apiKey = server.apiKey as string;
  const load = startLoad(server, apiKey, "news");
  const requesting = keepRequesting(server, [
    "/v1/messages",
    "/v1/notifications",
    "/v2/workflows",
    "/v2/subscribers",
    "/readyz",
  ]);
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(700);
    await killHard(machine.postgresPid);
    if (round % 2 === 1) await killAgain(2);
    await waitFor(() => machine.postgresPid !== undefined);
    const acknowledged = load.acknowledged.size;
    await waitFor(() => load.acknowledged.size > acknowledged);
  }
  await sleep(500);
  await load.stop();
  expect([...(await requesting.stop())].sort()).toEqual(["200", "503 retry-after"]);
  expect([...load.answers.keys()].sort()).toEqual(["201", "503 retry-after"]);
  await triggerAgain(load, server, apiKey, "news");
  // A claim whose answer was lost ends with its lease. The lease is not shortened: the process may still send what it claimed.
  expect(await settled(load)).toEqual(complete(load));
  expect(keysSent()).toHaveLength(load.acknowledged.size * 3);
  expect(new Set(keysSent()).size).toBe(keysSent().length);
  expect((await server.caller().get("/v1/health-check")).status).toBe(200);
  expect(await server.end("SIGTERM")).toMatchObject({ code: 0 });
  expect(machine.leftovers()).toEqual([]);
});
