import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../cluster.ts";
import { expectNotSlower, type Span } from "../response-times.ts";
import type { Scenario, TestBed } from "../scenario.ts";
import { clockSkewUnsupported } from "../skewed-clock.ts";
import type { Traffic } from "../workload.ts";

const HOUR = 3_600;
const MINUTE = 60;
const DELAY_MS = 1_000;
/** How much later than before the first wrong clock, beyond the half: of the p95 and of the p99, on an idle machine. */
const NOISE_P95_MS = 1_000;
const NOISE_P99_MS = 3_000;
const JUMP_EVERY_MS = 2_000;
/** The SMS that are sent before the first wrong clock: a process loads and compiles its code with its first messages. */
const WARM_UP_CALLS = 50;
/** Delays that end with right clocks after it: what wrong clocks are compared with. */
const COMPARED = 40;
const WARM_UP_LIMIT_MS = 60_000;

const mostlyLater = (traffic: Traffic, n: number) => (n % 4 === 0 ? traffic.next(n) : traffic.of("later", n));

/** The workers' clocks are wrong and jump: work must become due by the clock of PostgreSQL. */
export const skewedWorkerClocks: Scenario = {
  id: "F-C1",
  title: "the workers' clocks are wrong",
  runsAlone: true,
  unsupported: clockSkewUnsupported,
  skewedClocks: "workers",
  nextTrigger: mostlyLater,
  run: async (testBed) => {
    const before = await warmUp(testBed);
    const ms = testBed.size(2_000, 9_000, 45_000);
    for (const offset of [HOUR, -HOUR, 24 * HOUR]) await withClocks(testBed, offset, ms);
    for (let left = ms; left > 0; left -= JUMP_EVERY_MS)
      await withClocks(testBed, testBed.random.pick([HOUR, -HOUR, 24 * HOUR, 0]), JUMP_EVERY_MS);
    await expectInTime(testBed, before);
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
    const before = await warmUp(testBed);
    for (const offset of [5 * MINUTE, -5 * MINUTE])
      await withClocks(testBed, offset, testBed.size(3_000, 15_000, 60_000));
    await expectInTime(testBed, before);
  },
};

/** Sends with right clocks until enough delays have ended; returns the time from which they count. */
async function warmUp(testBed: TestBed): Promise<Span> {
  const { smsProvider, waitUntil, expect } = testBed;
  const isWarm = await waitUntil(() => smsProvider.calls.length >= WARM_UP_CALLS, WARM_UP_LIMIT_MS);
  expect(isWarm, `only ${smsProvider.calls.length} SMS were sent before the first wrong clock`);
  const from = Date.now();
  const ended = () => delaysOf(testBed, { from, until: Date.now() }, Date.now()).length;
  const isEnough = await waitUntil(() => ended() >= COMPARED, WARM_UP_LIMIT_MS);
  expect(isEnough, `only ${ended()} delays ended before the first wrong clock`);
  return { from, until: Date.now() };
}

async function withClocks(testBed: TestBed, offset: number, ms: number): Promise<void> {
  testBed.log(`clocks are off by ${offset} s; ${testBed.client.acknowledged} acknowledged`);
  await testBed.injectFault(`clocks off by ${offset} s`, false, async () => {
    testBed.skewedClock.set(offset);
    await sleep(ms);
    for (const slot of testBed.cluster.workers) await expectClock(testBed, slot, offset);
  });
  testBed.expectAllAlive();
}

/** On an idle machine. The Date header of a response has whole seconds, and Node.js caches it. */
const DATE_TOLERANCE_MS = 3_000;

/** Checks that the offset takes effect: with a right clock the scenario proves nothing. */
async function expectClock({ scaled, expect }: TestBed, { name, url }: Slot, offset: number): Promise<void> {
  const { headers } = await fetch(`${url}/livez`);
  const offMs = Date.parse(headers.get("date") ?? "") - Date.now();
  expect(
    Math.abs(offMs - offset * 1_000) < scaled(DATE_TOLERANCE_MS),
    `${name} is off by ${offMs} ms instead of ${offset} s`,
  );
}

type Delay = { transactionId: string; minLateMs: number; maxLateMs: number };

/** The delays triggered in the span that have ended by `end`: a delay starts between the trigger call and its response. */
function delaysOf({ client, smsProvider }: TestBed, { from, until }: Span, end: number): Delay[] {
  // Reversed, so that the first of several calls is kept.
  const calls = new Map([...smsProvider.calls].reverse().map(({ mark, at }) => [mark.split("|")[0], at]));
  const invoked = new Map<string, number>();
  const delays: Delay[] = [];
  for (const { kind, workflow, transactionId, at } of client.history) {
    if (kind === "invoke" && at >= from && at < until) invoked.set(transactionId, at);
    const [invokedAt, called = end] = [invoked.get(transactionId), calls.get(transactionId)];
    if (kind !== "ok" || workflow !== "later" || invokedAt === undefined || called >= end) continue;
    const minLateMs = called - at - DELAY_MS;
    const maxLateMs = called - invokedAt - DELAY_MS;
    delays.push({ transactionId, minLateMs, maxLateMs });
  }
  return delays;
}

/** No delay with wrong clocks ends early, and they end as late as those with right clocks in the same run. */
async function expectInTime(testBed: TestBed, before: Span): Promise<void> {
  const span = { from: before.until, until: Number.POSITIVE_INFINITY };
  const ended = () => delaysOf(testBed, span, Date.now()).length;
  await testBed.waitUntil(() => ended() >= COMPARED, WARM_UP_LIMIT_MS);
  span.until = Date.now();
  const lateness = (delays: readonly Delay[]) => delays.map(({ minLateMs }) => minLateMs);
  testBed.afterSettling(() => {
    const delays = delaysOf(testBed, span, Date.now());
    const early = delays.filter(({ maxLateMs }) => maxLateMs < -1);
    testBed.expect(
      early.length === 0,
      `${early.length} delays ended early, e.g. ${JSON.stringify(early[0])}`,
    );
    const compared = { before: lateness(delaysOf(testBed, before, before.until)), during: lateness(delays) };
    expectNotSlower(testBed, "lateness of delays", { ...compared, share: 0.95, noiseMs: NOISE_P95_MS });
    expectNotSlower(testBed, "lateness of delays", { ...compared, share: 0.99, noiseMs: NOISE_P99_MS });
  });
}
