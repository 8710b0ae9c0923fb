import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../cluster.ts";
import { percentile } from "../response-times.ts";
import type { Scenario, TestBed } from "../scenario.ts";
import { clockSkewUnsupported } from "../skewed-clock.ts";
import type { Traffic } from "../workload.ts";

const HOUR = 3_600;
const MINUTE = 60;
const DELAY_MS = 1_000;
/** The limit for 95 % of the delays, and the limit for all, because a busy machine stalls at times. */
const MAX_LATE_P95_MS = 2_000;
const MAX_LATE_MS = 5_000;
const JUMP_EVERY_MS = 2_000;

const mostlyLater = (traffic: Traffic, n: number) => (n % 2 === 0 ? traffic.of("later", n) : traffic.next(n));

/** The workers' clocks are wrong and jump: work must become due by the clock of PostgreSQL. */
export const skewedWorkerClocks: Scenario = {
  id: "F-C1",
  title: "the workers' clocks are wrong",
  runsAlone: true,
  unsupported: clockSkewUnsupported,
  skewedClocks: "workers",
  nextTrigger: mostlyLater,
  run: async (testBed) => {
    const ms = testBed.size(2_000, 9_000, 45_000);
    for (const offset of [HOUR, -HOUR, 24 * HOUR]) await withClocks(testBed, offset, ms);
    for (let left = ms; left > 0; left -= JUMP_EVERY_MS)
      await withClocks(testBed, testBed.random.pick([HOUR, -HOUR, 24 * HOUR, 0]), JUMP_EVERY_MS);
    expectInTime(testBed);
  },
};

/** All Tidings processes have the same offset, which is the same as a wrong clock of PostgreSQL. */
export const skewedDatabaseClock: Scenario = {
  id: "F-C2",
  title: "the clock of PostgreSQL is wrong",
  runsAlone: true,
  unsupported: clockSkewUnsupported,
  skewedClocks: "all",
  nextTrigger: mostlyLater,
  run: async (testBed) => {
    for (const offset of [5 * MINUTE, -5 * MINUTE])
      await withClocks(testBed, offset, testBed.size(3_000, 15_000, 60_000));
    expectInTime(testBed);
  },
};

async function withClocks(testBed: TestBed, offset: number, ms: number): Promise<void> {
  testBed.log(`clocks are off by ${offset} s; ${testBed.client.acknowledged} acknowledged`);
  await testBed.injectFault(`clocks off by ${offset} s`, false, async () => {
    testBed.skewedClock.set(offset);
    await sleep(ms);
    for (const slot of testBed.cluster.workers) await expectClock(testBed, slot, offset);
  });
  testBed.expectAllAlive();
}

/** The Date header of a response has whole seconds, and Node.js caches it. */
const DATE_TOLERANCE_S = 3;

/** Checks that the offset takes effect: with a right clock the scenario proves nothing. */
async function expectClock({ expect }: TestBed, { name, url }: Slot, offset: number): Promise<void> {
  const { headers } = await fetch(`${url}/livez`);
  const seconds = (Date.parse(headers.get("date") ?? "") - Date.now()) / 1_000;
  expect(
    Math.abs(seconds - offset) < DATE_TOLERANCE_S,
    `${name} is off by ${seconds} s instead of ${offset}`,
  );
}

/** Checks the delays that have ended: a delay starts between the trigger call and its response. */
function expectInTime({ client, smsProvider, log, expect }: TestBed): void {
  // Reversed, so that the first of several calls is kept.
  const calls = new Map([...smsProvider.calls].reverse().map(({ mark, at }) => [mark.split("|")[0], at]));
  const invoked = new Map<string, number>();
  const delays: { transactionId: string; minLateMs: number; maxLateMs: number }[] = [];
  for (const { kind, workflow, transactionId, at } of client.history) {
    if (kind === "invoke") invoked.set(transactionId, at);
    const called = calls.get(transactionId);
    if (kind !== "ok" || workflow !== "later" || called === undefined) continue;
    const minLateMs = called - at - DELAY_MS;
    const maxLateMs = called - (invoked.get(transactionId) as number) - DELAY_MS;
    delays.push({ transactionId, minLateMs, maxLateMs });
  }
  const early = delays.filter(({ maxLateMs }) => maxLateMs < -1);
  const late = delays.map(({ minLateMs }) => minLateMs);
  const [p95, longest] = [0.95, 1].map((share) => percentile(late, share)) as [number, number];
  log(`${late.length} delays, late by ${p95} ms (p95), ${longest} ms (longest)`);
  expect(early.length === 0, `${early.length} delays ended early, e.g. ${JSON.stringify(early[0])}`);
  expect(
    p95 <= MAX_LATE_P95_MS && longest <= MAX_LATE_MS,
    `delays ended late: ${p95} ms (p95), ${longest} ms (longest)`,
  );
}
