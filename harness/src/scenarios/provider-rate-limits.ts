import { setTimeout as sleep } from "node:timers/promises";
import type { ProviderCall } from "../evidence.ts";
import { groupBy } from "../ledger.ts";
import { answerTimes, percentile, type Span, textTimes, told } from "../response-times.ts";
import type { Scenario, TestBed } from "../scenario.ts";

const lettersAndTexts: Scenario["wish"] = (traffic, n) => traffic.of(n % 2 === 0 ? "letter" : "text", n);

/** What a provider says about when to come again. Nobody may come earlier; nonsense is as if nothing were said. */
const WISHES: readonly { name: string; header: () => string; waitMs: number; isNever?: true }[] = [
  { name: "2 s", header: () => "2", waitMs: 2_000 },
  { name: "8 s", header: () => "8", waitMs: 8_000 },
  // A date has whole seconds.
  { name: "a date", header: () => new Date(Date.now() + 9_000).toUTCString(), waitMs: 8_000 },
  { name: "0", header: () => "0", waitMs: 0 },
  { name: "-1", header: () => "-1", waitMs: 0 },
  { name: "31 years", header: () => "1000000000", waitMs: 0, isNever: true },
  { name: "nonsense", header: () => "soon, 1e9", waitMs: 0 },
];
/** With nothing said, a message is not tried again before this. */
const LEAST_WAIT_MS = 3_900;

export const tooManyRequests: Scenario = {
  id: "F-P3",
  title: "429 with any Retry-After",
  takesTime: true,
  failpoints: "lease_seconds=30,unclear_ms=1000",
  perSecond: 20,
  nextTrigger: (traffic, n) => traffic.of("letter", n),
  run: async (testBed) => {
    const met = new Map<string, (typeof WISHES)[number]>();
    testBed.mailProvider.setScript(({ mark, nth }) => {
      if (nth > 2) return { kind: "ok" };
      const wish = met.get(mark) ?? (WISHES[met.size % WISHES.length] as (typeof WISHES)[number]);
      met.set(mark, wish);
      return { kind: "status", status: 429, headers: { "retry-after": wish.header() } };
    });
    await sleep(testBed.size(2_000, 6_000, 20_000));
    testBed.afterSettling(async () => {
      const calls = groupBy(testBed.mailProvider.calls, ({ mark }) => mark);
      for (const [mark, { name, waitMs, isNever }] of met) {
        const times = (calls.get(mark) as ProviderCall[]).map(({ at }) => at);
        const waits = times.slice(1).map((at, n) => at - (times[n] as number));
        const least = Math.max(waitMs, LEAST_WAIT_MS);
        const early = waits.find((wait) => wait < least);
        testBed.expect(early === undefined, `${mark}, told "${name}", came again after ${early} ms`);
        const expected = isNever ? 1 : 3;
        testBed.expect(times.length === expected, `${mark}, told "${name}", came ${times.length} times`);
      }
      const { rows } = await testBed.cluster.withDatabase((client) =>
        client.query(
          `select count(*)::int as sent, max(attempts) as most from messages where status = 'sent'`,
        ),
      );
      testBed.log(`${met.size} messages were told to wait twice; ${rows[0].sent} were sent`);
      testBed.expect(rows[0].most === 1, `a 429 was counted as an attempt: ${rows[0].most}`);
    });
  },
};

const SLOW_MS = 12_000;
/** Of each letter: after a third one the schedule waits longer than we do. */
const SLOW_CALLS = 2;
/** A busy machine's; whoever shares places with the slow one waits for seconds. */
const NOISE_MS = 250;
const UNTIL_TAKEN_UP_MS = 1_000;
const CROWD = 100;

/** A provider takes 12 s for each letter; texts through another one and callers must not feel it. */
export const slowProvider: Scenario = {
  id: "F-P4",
  title: "a slow provider beside a fast one",
  runsAlone: true,
  takesTime: true,
  failpoints: "lease_seconds=30,unclear_ms=1000,breaker_ms=2000",
  settleMs: 120_000,
  perSecond: 40,
  nextTrigger: lettersAndTexts,
  run: async (testBed) => {
    await sleep(2_000);
    const ms = testBed.size(11_000, 11_500, 90_000);
    const before = await observe(testBed, 1, testBed.size(5_000, 6_000, 20_000));
    testBed.mailProvider.setScript(({ nth }) =>
      nth <= SLOW_CALLS ? { kind: "slow", ms: SLOW_MS } : { kind: "ok" },
    );
    const during = await observe(testBed, 2, ms);
    const heldBack = await heldBackByBreaker(testBed);
    testBed.mailProvider.setScript(() => ({ kind: "ok" }));
    // It looks at a whole minute.
    testBed.expect(heldBack > 0 || ms < 60_000, "no breaker opened for a provider that takes 12 s");
    testBed.afterSettling(() => {
      compare(testBed, "texts", textTimes(testBed, before), textTimes(testBed, during), 0.95);
      compare(testBed, "answers to callers", answerTimes(testBed, before), answerTimes(testBed, during), 0.99);
    });
  },
};

/** Letters for all places a provider may take, and then some time; how long it takes to take them up is no matter. */
async function observe({ client, traffic }: TestBed, nth: number, ms: number): Promise<Span> {
  for (let n = 0; n < 5; n += 1) {
    const numbers = Array.from({ length: CROWD }, (_, index) => (nth * 10 + n) * 1_000_000 + index);
    await client.bulk(numbers.map((number) => traffic.of("letter", number)));
  }
  await sleep(UNTIL_TAKEN_UP_MS);
  const from = Date.now();
  await sleep(ms);
  return { from, until: Date.now() };
}

function compare(testBed: TestBed, what: string, before: number[], during: number[], share: number): void {
  testBed.log(`${what}: ${told(before, share)} before, ${told(during, share)} beside the slow one`);
  const most = 1.5 * percentile(before, share) + NOISE_MS;
  testBed.expect(percentile(during, share) < most, `${what} slowed down to ${told(during, share)}`);
}

const MOST_BEFORE_OPEN = 10;
const PROBES = 3;
const CLOSES_WITHIN_MS = 15_000;
const ALL_OUT_WITHIN_MS = 20_000;
/** The first opening; each after it is twice as long. */
const BREAKER_MS = 2_000;

/** Nothing but failures, then health: the breaker opens at once, lets only probes through, and closes soon. */
export const breaker: Scenario = {
  id: "F-P5",
  title: "a breaker opens and closes",
  runsAlone: true,
  takesTime: true,
  failpoints: `lease_seconds=30,breaker_ms=${BREAKER_MS}`,
  settleMs: 120_000,
  perSecond: 30,
  nextTrigger: lettersAndTexts,
  run: async (testBed) => {
    const workers = testBed.cluster.workers.length;
    await sleep(1_000);
    testBed.mailProvider.setScript(() => ({ kind: "status", status: 503 }));
    const since = Date.now();
    await testBed.injectFault("503 for all", false, () => sleep(testBed.size(7_000, 13_000, 60_000)));
    const { trips, openUntil } = await breakerOf(testBed);
    testBed.mailProvider.setScript(() => ({ kind: "ok" }));
    const healthyAt = Date.now();
    const calls = testBed.mailProvider.calls.filter(({ at }) => at >= since && at < healthyAt);
    const most = workers * (MOST_BEFORE_OPEN + PROBES * trips);
    testBed.log(
      `${calls.length} calls (at most ${most}) in ${healthyAt - since} ms of failure, ${trips} trips`,
    );
    testBed.expect(trips > 0, "the breaker did not open");
    testBed.expect(calls.length <= most, `${calls.length} calls went through an open breaker`);
    const closedAt = await closes(testBed);
    const closedAfter = closedAt - Math.max(healthyAt, openUntil);
    testBed.log(`closed ${closedAfter} ms after it could`);
    testBed.expect(closedAfter < CLOSES_WITHIN_MS, `the breaker closed ${closedAfter} ms after it could`);
    testBed.afterSettling(() => {
      // A letter that failed twice waits for half a minute by itself.
      const failed = groupBy(calls, ({ mark }) => mark);
      const held = testBed.mailProvider.calls.filter(
        ({ isEffect, at, mark }) => isEffect && at > healthyAt && (failed.get(mark)?.length ?? 0) < 2,
      );
      const asked = new Map(testBed.client.history.map(({ transactionId, at }) => [transactionId, at]));
      const old = held.filter(({ mark }) => (asked.get(mark.split("|")[0] ?? "") ?? 0) < closedAt);
      const last = Math.max(...old.map(({ at }) => at)) - closedAt;
      testBed.log(`the last of ${old.length} letters that were held back went out ${last} ms after it closed`);
      // It comes again when the opening ends of which it was told, also where another worker closes the breaker before.
      const longest = ALL_OUT_WITHIN_MS + BREAKER_MS * 2 ** (trips - 1);
      testBed.expect(last < longest, `a letter was held back for ${last} ms longer than needed`);
    });
  },
};

async function closes(testBed: TestBed): Promise<number> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(200))
    if ((await breakerOf(testBed)).trips === 0) break;
  return Date.now();
}

/** How often a letter was not sent because a breaker was open, whether it has closed since or not. */
async function heldBackByBreaker({ cluster }: TestBed): Promise<number> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query<{ count: number }>(
      `select count(*)::int as count from execution_details where code = 'breaker_open'`,
    ),
  );
  return rows[0]?.count ?? 0;
}

/** Of the integration for letters, as workers share it. */
async function breakerOf({ cluster }: TestBed): Promise<{ trips: number; openUntil: number }> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query<{ trips: number; openUntil: Date | null }>(
      `select breaker_trips as trips, breaker_open_until as "openUntil" from integrations
       where provider_id = 'email-webhook'`,
    ),
  );
  return { trips: rows[0]?.trips ?? 0, openUntil: rows[0]?.openUntil?.getTime() ?? 0 };
}
