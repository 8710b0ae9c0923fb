import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Slot } from "../cluster.ts";
import { backendsOf, endBackend, openPrivate, type Postgres } from "../postgres.ts";
import type { Scenario, TestBed } from "../scenario.ts";
import { expectListening, expectResumed } from "./expectations.ts";

const RESUMES_WITHIN_MS = 15_000;

/** PostgreSQL is away for long, also when a process starts; whoever ran before takes up its work by itself. */
export const longOutage: Scenario = {
  id: "F-DB2",
  title: "PostgreSQL away for long, and at a start",
  killsPostgres: true,
  run: async (testBed) => {
    const postgres = testBed.postgres as Postgres;
    const late = testBed.cluster.workers[1] as Slot;
    await sleep(1_000);
    await testBed.cluster.end(late, "SIGTERM");
    await testBed.injectFault("PostgreSQL away", true, async () => {
      await postgres.kill("SIGQUIT");
      const starting = startMeanwhile(testBed, late);
      await sleep(testBed.size(5_000, 20_000, 60_000));
      await postgres.start();
      await starting;
    });
    await testBed.cluster.start(late);
    await expectResumed(testBed, RESUMES_WITHIN_MS);
    await expectListening(testBed);
    testBed.expectAllAlive();
    await sleep(1_000);
  },
};

/** It may wait for PostgreSQL, or say what is missing and go, to be started again by whoever watches it. */
async function startMeanwhile({ cluster, log, expect }: TestBed, slot: Slot): Promise<void> {
  await cluster.start(slot).catch(() => {});
  if (slot.process?.isRunning) return log(`${slot.name} waited for PostgreSQL`);
  const { code } = (await slot.process?.ended) ?? {};
  const last = slot.process?.output.trim() ?? "";
  log(`${slot.name} ended with ${code} and said: ${last.slice(-200)}`);
  expect(code === 1, `${slot.name} ended with ${code} where PostgreSQL was away`);
  expect(/PostgreSQL at/.test(last), `${slot.name} did not say what is missing, but: ${last.slice(-200)}`);
}

/** Fewer than usual, so that they are soon taken; more than our servers ever hold. */
const CONNECTIONS = 70;

/** Connections end at any moment, one by one or all, and at times there are none to be had. */
export const lostConnections: Scenario = {
  id: "F-DB3",
  title: "PostgreSQL ends connections, or has none",
  openOwnPostgres: () => openPrivate({ maxConnections: CONNECTIONS }),
  recoversWithinMs: RESUMES_WITHIN_MS,
  run: async (testBed) => {
    const events = testBed.size(8, 32, 100);
    for (let n = 1; n <= events; n += 1) {
      await sleep(testBed.random.integer(200, 1_000));
      const what = n % 25 === 3 ? "SIGKILL of one" : n % 10 === 6 ? "none to be had" : "one ended";
      testBed.log(`event ${n} of ${events}: ${what}; ${testBed.client.acknowledged} acknowledged`);
      await testBed.injectFault(what, true, () => disturb(testBed, what));
      testBed.expectAllAlive();
    }
    await expectResumed(testBed, RESUMES_WITHIN_MS);
    await expectListening(testBed);
  },
};

async function disturb(testBed: TestBed, what: string): Promise<void> {
  const { cluster, random } = testBed;
  const postgres = testBed.postgres as Postgres;
  if (what === "none to be had") return crowdOut(testBed, postgres);
  await cluster.withDatabase(async (client) => {
    const backends = await backendsOf(client);
    if (backends.length === 0) return;
    const victim = random.pick(backends);
    if (what === "one ended") await endBackend(client, victim);
    else postgres.killBackend(victim.pid);
  });
  if (what !== "one ended") await untilServing(testBed);
}

const SERVES_WITHIN_MS = 10_000;

/** PostgreSQL ends all connections when one dies hard, and recovers. */
async function untilServing({ cluster, expect }: TestBed): Promise<void> {
  const isServing = () => cluster.withDatabase(async () => true).catch(() => false);
  // It has yet to notice.
  await sleep(100);
  const end = performance.now() + SERVES_WITHIN_MS;
  let is = await isServing();
  for (; !is && performance.now() < end; is = await isServing()) await sleep(50);
  expect(is, "PostgreSQL did not come back");
}

const HOLD_MS = 1_500;

/** Others take every connection there is, and those that our servers lose. */
async function crowdOut({ random, expect }: TestBed, postgres: Postgres): Promise<void> {
  const taken: pg.Client[] = [];
  try {
    const first = await postgres.connect("postgres");
    taken.push(first);
    await takeAll(postgres, taken);
    const backends = await backendsOf(first);
    for (const backend of backends) if (random.chance(0.5)) await endBackend(first, backend);
    const refusal = await takeAll(postgres, taken);
    expect(refusal === "53300", `PostgreSQL refused a connection with ${refusal} instead of 53300`);
    await sleep(HOLD_MS);
  } finally {
    await Promise.all(taken.map((client) => client.end().catch(() => {})));
  }
}

/** Until there are no more; tells why. */
async function takeAll(postgres: Postgres, taken: pg.Client[]): Promise<string> {
  for (;;)
    try {
      taken.push(await postgres.connect("postgres"));
    } catch (error) {
      return String((error as { code?: string }).code);
    }
}
