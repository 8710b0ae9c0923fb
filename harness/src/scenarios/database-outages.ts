import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Slot } from "../cluster.ts";
import { backendsOf, endBackend, openPrivate, type Postgres } from "../postgres.ts";
import type { Scenario, TestBed } from "../scenario.ts";
import { expectListening, expectResumed } from "./expectations.ts";

/** On an idle machine, as all bounds of time. */
const RESUMES_WITHIN_MS = 15_000;

/** PostgreSQL is down for long, also while a process starts; running processes resume their work by themselves. */
export const longOutage: Scenario = {
  id: "F-DB2",
  title: "PostgreSQL down for long, and at a start",
  openOwnPostgres: () => openPrivate({}),
  run: async (testBed) => {
    const postgres = testBed.postgres as Postgres;
    const late = testBed.cluster.workers[1] as Slot;
    await sleep(1_000);
    await testBed.cluster.end(late, "SIGTERM");
    await testBed.injectFault("PostgreSQL down", true, async () => {
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

/** The process may wait for PostgreSQL, or name the problem and exit with 1, to be restarted by its supervisor. */
async function startMeanwhile({ cluster, log, expect }: TestBed, slot: Slot): Promise<void> {
  await cluster.start(slot).catch(() => {});
  if (slot.process?.isRunning) return log(`${slot.name} waited for PostgreSQL`);
  const { code } = (await slot.process?.ended) ?? {};
  const last = slot.process?.output.trim() ?? "";
  log(`${slot.name} ended with ${code}; its last output: ${last.slice(-200)}`);
  expect(code === 1, `${slot.name} ended with ${code} instead of 1 while PostgreSQL was down`);
  expect(
    /PostgreSQL at/.test(last),
    `${slot.name} did not name the problem; its last output: ${last.slice(-200)}`,
  );
}

/** Fewer than by default, so that they are soon used up; more than our servers ever open. */
const CONNECTIONS = 70;

/** PostgreSQL closes connections at any moment, one or all of them; at times no connection is available. */
export const lostConnections: Scenario = {
  id: "F-DB3",
  title: "PostgreSQL closes connections, or has none",
  openOwnPostgres: () => openPrivate({ maxConnections: CONNECTIONS }),
  recoversWithinMs: RESUMES_WITHIN_MS,
  run: async (testBed) => {
    const events = testBed.size(8, 32, 100);
    for (let n = 1; n <= events; n += 1) {
      await sleep(testBed.random.integer(200, 1_000));
      const closing = n % 10 === 6 ? "none available" : "one closed";
      const what = n % 25 === 3 ? "SIGKILL of a backend" : closing;
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
  if (what === "none available") return useUpConnections(testBed, postgres);
  await cluster.withDatabase(async (client) => {
    const backends = await backendsOf(client);
    if (backends.length === 0) return;
    const victim = random.pick(backends);
    if (what === "one closed") await endBackend(client, victim);
    else postgres.killBackend(victim.pid);
  });
  if (what !== "one closed") await waitUntilServing(testBed);
}

const SERVES_WITHIN_MS = 10_000;

/** After a backend was killed, PostgreSQL closes all connections and recovers. */
async function waitUntilServing({ cluster, waitUntil, scaled, expect }: TestBed): Promise<void> {
  const isServing = () => cluster.withDatabase(async () => true).catch(() => false);
  // The postmaster needs a moment to notice the kill.
  await sleep(scaled(100));
  expect(await waitUntil(isServing, SERVES_WITHIN_MS, 50), "PostgreSQL did not come back");
}

const HOLD_MS = 1_500;

/** Opens all free connections, closes some of the servers', and opens those as well. */
async function useUpConnections({ random, expect }: TestBed, postgres: Postgres): Promise<void> {
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

/** Opens connections until PostgreSQL refuses one; returns the error code. */
async function takeAll(postgres: Postgres, taken: pg.Client[]): Promise<string> {
  for (;;)
    try {
      taken.push(await postgres.connect("postgres"));
    } catch (error) {
      return String((error as { code?: string }).code);
    }
}
