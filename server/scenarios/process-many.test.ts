import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { withClient } from "../testing/cluster.ts";
import { type HttpReceiver, openHttpReceiver } from "../testing/receivers.ts";
import { digest, inApp, lasting } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { cloneDatabase, emptyDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { accountOf, prepareNews } from "../testing/test-load.ts";
import {
  openTestMachine,
  type TestMachine,
  type TestProcess,
  useTestMachines,
} from "../testing/test-process.ts";
import { advance } from "../testing/virtual-time.ts";

/** Several processes and machines on one database, which DATABASE_URL names. */

const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});
/** Declared last, so that machines are closed before their databases are dropped. */
const newMachine = useTestMachines();

async function newDatabase(make: () => Promise<TestDatabase>): Promise<string> {
  databases.push(await make());
  return (databases.at(-1) as TestDatabase).url;
}

async function rowsOf<T = any>(url: string, statement: string): Promise<T[]> {
  return withClient(url, async (client) => (await client.query(statement)).rows);
}

test("ten processes started on an empty database: one prepares it, one shows the key", async () => {
  const machine = await newMachine();
  const DATABASE_URL = await newDatabase(emptyDatabase);
  const servers = await Promise.all(Array.from({ length: 10 }, () => machine.serve([], { DATABASE_URL })));
  const keys = servers.flatMap(({ apiKey }) => apiKey ?? []);
  expect(keys).toHaveLength(1);
  expect(servers[0]?.stdout).toMatch(/Store {8}PostgreSQL at localhost\S*\/tidings_test_/);
  expect(await rowsOf(DATABASE_URL, "select name from environments")).toEqual([{ name: "Development" }]);
  const applied = await rowsOf(
    DATABASE_URL,
    "select version, count(*)::int from schema_migrations group by version",
  );
  expect(applied.map(({ count }) => count)).toEqual(applied.map(() => 1));
  expect(await rowsOf(DATABASE_URL, "select identifier from workflows")).toHaveLength(1);
  for (const server of servers) expect((await server.caller(keys[0]).get("/v2/workflows")).status).toBe(200);

  const ends = await Promise.all(servers.map((server) => server.end("SIGTERM")));
  expect(ends.map(({ code, complaints }) => [code, complaints])).toEqual(ends.map(() => [0, ""]));
  expect(machine.leftovers()).toEqual([]);
});

describe("one API process and two workers", () => {
  let machine: TestMachine;
  let database: TestDatabase;
  let receiver: HttpReceiver;
  let processes: TestProcess[];
  let caller: TestEnvironment;
  beforeAll(async () => {
    machine = await openTestMachine();
    database = await cloneDatabase();
    receiver = await openHttpReceiver();
    const env = { DATABASE_URL: database.url, TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8" };
    const api = await machine.serve([], { ...env, TIDINGS_ROLE: "api" });
    const workers = await Promise.all([1, 2].map(() => machine.serve(["--role", "worker"], env)));
    processes = [api, ...workers];
    caller = api.caller();
    await prepareNews(caller, `${receiver.url}/mail`);
  });
  afterAll(async () => {
    await machine.close();
    await receiver.close();
    await database.drop();
  });
  const account = (ids: string[]) => withClient(database.url, (client) => accountOf(client, ids));

  test("a worker: answers health checks and takes no API requests", async () => {
    const worker = processes[1] as TestProcess;
    expect(worker.stdout).toContain("Role         worker");
    expect((await worker.caller().get("/readyz")).status).toBe(200);
    expect((await worker.caller("any").post("/v1/events/trigger", { name: "news", to: "ada" })).status).toBe(
      404,
    );
  });

  test("500 triggers: each is delivered exactly once", async () => {
    const ids = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        caller.trigger(
          "news",
          { subscriberId: `s${n}`, email: `s${n}@example.com` },
          { transactionId: `t${n}` },
        ),
      ),
    );
    const expected = { notifications: 500, doubled: 0, unfinished: 0, failed: 0, unsent: 0 };
    await expect.poll(() => account(ids)).toEqual(expected);
    const addresses = receiver.calls.map(({ body }) => body.to[0]);
    expect(addresses.sort()).toEqual(ids.map((_, n) => `s${n}@example.com`).sort());
    expect(new Set(receiver.calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(500);
  });

  test("20 concurrent events for 50 subscribers: each gets one digest window and one message", async () => {
    const made = await machine.run(["environments", "create", "Rush", "--test", "--json"], {
      DATABASE_URL: database.url,
    });
    const tester = (processes[0] as TestProcess).caller(JSON.parse(made.stdout).apiKey);
    const text =
      "{{ steps.collect.eventCount }}: {% for e in steps.collect.events %}{{ e.payload.n }} {% endfor %}";
    await tester.given.workflow("rush", [digest(lasting(3, "hours")), inApp(text)]);
    await settled(tester);
    const to = Array.from({ length: 50 }, (_, n) => `d${n}`);
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        tester.trigger("rush", to, { payload: { n }, transactionId: `d${n}` }),
      ),
    );
    await settled(tester);
    await advance(tester, 3, "hours");
    expect(await account(ids)).toMatchObject({ notifications: 1000, doubled: 0, unsent: 0 });
    const contents = await rowsOf(
      database.url,
      `select m.content from messages m
       join notifications n on n.id = m.notification_id join triggers t on t.id = n.trigger_id
       where t.transaction_id like 'd%'`,
    );
    expect(contents).toHaveLength(50);
    for (const { content } of contents) {
      const [count, ...events] = String(content.body ?? content).match(/\d+/g) ?? [];
      expect([count, ...events.map(Number).sort((a, b) => a - b)]).toEqual(["20", ...ids.keys()]);
    }
    const windows = `select count(*)::int as events, array_agg(seq order by seq) as seqs from digest_events group by window_job_id`;
    const seqs = Array.from({ length: 20 }, (_, n) => n + 1);
    expect(await rowsOf(database.url, windows)).toEqual(to.map(() => ({ events: 20, seqs })));
  });

  test("SIGTERM: all three processes exit with 0", async () => {
    const ends = await Promise.all(processes.map((one) => one.end("SIGTERM")));
    expect(ends.map(({ code, complaints }) => [code, complaints])).toEqual(ends.map(() => [0, ""]));
    expect(machine.leftovers()).toEqual([]);
  });
});

test("a database prepared by a newer program: is refused with instructions", async () => {
  const machine = await newMachine();
  const DATABASE_URL = await newDatabase(cloneDatabase);
  await rowsOf(DATABASE_URL, "insert into schema_migrations (version, name) values (9999, '9999_later.sql')");
  for (const command of ["serve", "migrate"]) {
    const { code, stdout, stderr } = await machine.run([command], { DATABASE_URL });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("migrated by a newer Tidings (schema 9999; this program knows up to ");
    expect(stderr).toContain("Start the newer program, or point DATABASE_URL at another database.\n");
  }
});

test("a machine with another keyring: is refused, even when both start first at once", async () => {
  const [one, other] = [await newMachine(), await newMachine()];
  const env = { DATABASE_URL: await newDatabase(emptyDatabase) };
  const tries = await Promise.allSettled([one.serve([], env), other.serve([], env)]);
  const refused = tries.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(1);
  expect(String(refused[0]?.reason)).toContain(
    "sealed with other keys. Give this process the same TIDINGS_SECRETS_KEYS",
  );
  const loser = tries[0]?.status === "rejected" ? one : other;
  const later = await loser.run(["serve"], env);
  expect([later.code, later.stdout]).toEqual([1, ""]);
  expect(later.complaints).toMatch(
    /^Tidings stopped: The secrets in this database were sealed with other keys\.[^\n]*\n$/,
  );
  expect((await loser.run(["environments", "create", "Mine"], env)).code).toBe(1);
  expect(await rowsOf(env.DATABASE_URL, "select name from environments")).toEqual([{ name: "Development" }]);
});
