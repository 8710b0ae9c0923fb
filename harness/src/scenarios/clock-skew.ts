import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../cluster.ts";
import { clockSkewUnsupported } from "../skewed-clock.ts";
import { percentile } from "../response-times.ts";
import type { Scenario, TestBed } from "../scenario.ts";
import type { Traffic } from "../workload.ts";

const HOUR = 3_600;
const MINUTE = 60;
const DELAY_MS = 1_000;
/** Of all but a few; and of all, since a busy machine stands still at times. */
const LATE_BY_MS = 2_000;
const NEVER_LATE_BY_MS = 5_000;
const JUMP_EVERY_MS = 2_000;

const mostlyLater = (traffic: Traffic, n: number) => (n % 2 === 0 ? traffic.of("later", n) : traffic.next(n));

/** Workers read the time from clocks that are wrong, and jump: what is due is due by the clock of PostgreSQL. */
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

/** As PostgreSQL sees it, everybody else's clock is wrong: seen from them, it is PostgreSQL's. */
export const skewedDatabaseClock: Scenario = {
  id: "F-C2",
  title: "PostgreSQL's clock and all others differ",
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
  testBed.log(`clocks wrong by ${offset} s; ${testBed.client.acknowledged} acknowledged`);
  await testBed.injectFault(`clocks wrong by ${offset} s`, false, async () => {
    testBed.skewedClock.set(offset);
    await sleep(ms);
    for (const slot of testBed.cluster.workers) await expectClock(testBed, slot, offset);
  });
  testBed.expectAllAlive();
}

const DATES_ARE_OLD_S = 3;

/** A clock that is right after all would prove nothing. */
async function expectClock({ expect }: TestBed, { name, url }: Slot, offset: number): Promise<void> {
  const { headers } = await fetch(`${url}/livez`);
  const seconds = (Date.parse(headers.get("date") ?? "") - Date.now()) / 1_000;
  expect(Math.abs(seconds - offset) < DATES_ARE_OLD_S, `${name} is off by ${seconds} s instead of ${offset}`);
}

/** Each delay that has ended by now: counted from the call at the earliest, and from its answer at the latest. */
function expectInTime({ client, smsProvider, log, expect }: TestBed): void {
  // The first of several stands.
  const calls = new Map([...smsProvider.calls].reverse().map(({ mark, at }) => [mark.split("|")[0], at]));
  const invoked = new Map<string, number>();
  const waits: { transactionId: string; least: number; most: number }[] = [];
  for (const { kind, workflow, transactionId, at } of client.history) {
    if (kind === "invoke") invoked.set(transactionId, at);
    const called = calls.get(transactionId);
    if (kind !== "ok" || workflow !== "later" || called === undefined) continue;
    const least = called - at - DELAY_MS;
    waits.push({ transactionId, least, most: called - (invoked.get(transactionId) as number) - DELAY_MS });
  }
  const early = waits.filter(({ most }) => most < -1);
  const late = waits.map(({ least }) => least);
  const [p95, longest] = [0.95, 1].map((share) => percentile(late, share)) as [number, number];
  log(`${late.length} delays, late by ${p95} ms (p95), ${longest} ms (longest)`);
  expect(early.length === 0, `${early.length} delays ended early, ${JSON.stringify(early[0])}`);
  expect(p95 <= LATE_BY_MS && longest <= NEVER_LATE_BY_MS, `delays ended late by ${p95} to ${longest} ms`);
}
