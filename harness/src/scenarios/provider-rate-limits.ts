import { setTimeout as sleep } from "node:timers/promises";
import type { ProviderCall } from "../evidence.ts";
import { groupBy } from "../ledger.ts";
import { answerTimes, expectNotSlower, type Span, smsTimes } from "../response-times.ts";
import { LONG_LEASE_SECONDS, type Scenario, type TestBed } from "../scenario.ts";

const emailsAndSms: Scenario["nextTrigger"] = (traffic, n) => traffic.of(n % 2 === 0 ? "email" : "sms", n);

type RetryAfter = { name: string; header: () => string; waitMs: number; isNever?: true };

/** Values of Retry-After. No retry may come earlier; invalid values are ignored. */
const RETRY_AFTERS: readonly RetryAfter[] = [
  { name: "2 s", header: () => "2", waitMs: 2_000 },
  { name: "8 s", header: () => "8", waitMs: 8_000 },
  // A date has whole seconds, hence the second less.
  { name: "a date", header: () => new Date(Date.now() + 9_000).toUTCString(), waitMs: 8_000 },
  { name: "0", header: () => "0", waitMs: 0 },
  { name: "-1", header: () => "-1", waitMs: 0 },
  { name: "31 years", header: () => "1000000000", waitMs: 0, isNever: true },
  { name: "invalid", header: () => "soon, 1e9", waitMs: 0 },
];
/** The shortest delay before a retry without Retry-After. */
const MIN_WAIT_MS = 3_900;

export const tooManyRequests: Scenario = {
  id: "F-P3",
  title: "429 with any Retry-After",
  takesTime: true,
  leaseSeconds: LONG_LEASE_SECONDS,
  failpoints: "unclear_ms=1000",
  perSecond: 20,
  nextTrigger: (traffic, n) => traffic.of("email", n),
  run: async (testBed) => {
    const given = new Map<string, RetryAfter>();
    testBed.mailProvider.setScript(({ mark, nth }) => {
      if (nth > 2) return { kind: "ok" };
      const retryAfter = given.get(mark) ?? (RETRY_AFTERS[given.size % RETRY_AFTERS.length] as RetryAfter);
      given.set(mark, retryAfter);
      return { kind: "status", status: 429, headers: { "retry-after": retryAfter.header() } };
    });
    await sleep(testBed.size(2_000, 6_000, 20_000));
    testBed.afterSettling(async () => {
      const calls = groupBy(testBed.mailProvider.calls, ({ mark }) => mark);
      for (const [mark, { name, waitMs, isNever }] of given) {
        const times = (calls.get(mark) as ProviderCall[]).map(({ at }) => at);
        const waits = times.slice(1).map((at, n) => at - (times[n] as number));
        const minWaitMs = Math.max(waitMs, MIN_WAIT_MS);
        const early = waits.find((wait) => wait < minWaitMs);
        testBed.expect(early === undefined, `${mark} was retried after ${early} ms, Retry-After "${name}"`);
        const expected = isNever ? 1 : 3;
        testBed.expect(
          times.length === expected,
          `${mark} was sent ${times.length} times, Retry-After "${name}"`,
        );
      }
      const { rows } = await testBed.cluster.withDatabase((client) =>
        client.query(
          `select count(*)::int as sent, max(attempts) as "maxAttempts" from messages where status = 'sent'`,
        ),
      );
      testBed.log(`${given.size} messages got a 429; ${rows[0].sent} were sent`);
      testBed.expect(rows[0].maxAttempts === 1, `a 429 was counted as an attempt: ${rows[0].maxAttempts}`);
    });
  },
};

const SLOW_MS = 12_000;
/** Slow calls of each email: after a third one, the delay before the retry is longer than the scenario waits. */
const SLOW_CALLS = 2;
/** Noise of an idle machine; a message that waits for a slow one is late by seconds. */
const NOISE_MS = 250;
const CLAIM_DELAY_MS = 1_000;
const TRIGGERS_PER_CALL = 100;

/** A provider takes 12 s for each email; SMS through another provider and responses to clients must not be affected. */
export const slowProvider: Scenario = {
  id: "F-P4",
  title: "a slow provider beside a fast one",
  runsAlone: true,
  takesTime: true,
  leaseSeconds: LONG_LEASE_SECONDS,
  failpoints: "unclear_ms=1000,breaker_ms=2000",
  settleMs: 120_000,
  perSecond: 40,
  nextTrigger: emailsAndSms,
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
    // The breaker counts over a whole minute.
    testBed.expect(heldBack > 0 || ms < 60_000, "no breaker opened for a provider that takes 12 s");
    testBed.afterSettling(() => {
      const sms = { before: smsTimes(testBed, before), during: smsTimes(testBed, during) };
      const answers = { before: answerTimes(testBed, before), during: answerTimes(testBed, during) };
      expectNotSlower(testBed, "SMS", { ...sms, share: 0.95, noiseMs: NOISE_MS });
      expectNotSlower(testBed, "responses", { ...answers, share: 0.99, noiseMs: NOISE_MS });
    });
  },
};

/** Sends emails for all concurrent calls a provider may have; the span begins after the workers have claimed them. */
async function observe({ client, traffic }: TestBed, nth: number, ms: number): Promise<Span> {
  for (let n = 0; n < 5; n += 1) {
    const numbers = Array.from(
      { length: TRIGGERS_PER_CALL },
      (_, index) => (nth * 10 + n) * 1_000_000 + index,
    );
    await client.bulk(numbers.map((number) => traffic.of("email", number)));
  }
  await sleep(CLAIM_DELAY_MS);
  const from = Date.now();
  await sleep(ms);
  return { from, until: Date.now() };
}

const MAX_BEFORE_OPEN = 10;
const PROBES = 3;
/** On an idle machine. */
const CLOSES_WITHIN_MS = 15_000;
const ALL_SENT_WITHIN_MS = 20_000;
const GIVES_UP_AFTER_MS = 60_000;
/** Duration of the first opening; each further one is twice as long. */
const BREAKER_MS = 2_000;

/** A provider fails, then recovers: the breaker opens at once, lets only probes through, and closes soon. */
export const breaker: Scenario = {
  id: "F-P5",
  title: "a breaker opens and closes",
  runsAlone: true,
  takesTime: true,
  leaseSeconds: LONG_LEASE_SECONDS,
  failpoints: `breaker_ms=${BREAKER_MS}`,
  settleMs: 120_000,
  perSecond: 30,
  nextTrigger: emailsAndSms,
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
    const max = workers * (MAX_BEFORE_OPEN + PROBES * trips);
    testBed.log(
      `${calls.length} calls (at most ${max}) in ${healthyAt - since} ms of failure, ${trips} trips`,
    );
    testBed.expect(trips > 0, "the breaker did not open");
    testBed.expect(
      calls.length <= max,
      `${calls.length} calls went through an open breaker, at most ${max} may`,
    );
    const closedAt = await waitUntilClosed(testBed);
    const closedAfter = closedAt - Math.max(healthyAt, openUntil);
    const when = `${closedAfter} ms after the provider recovered and the opening ended`;
    testBed.log(`closed ${when}`);
    testBed.expect(closedAfter < testBed.scaled(CLOSES_WITHIN_MS), `the breaker closed ${when}`);
    testBed.afterSettling(() => {
      // An email that failed twice waits for half a minute anyway.
      const failed = groupBy(calls, ({ mark }) => mark);
      const held = testBed.mailProvider.calls.filter(
        ({ isEffect, at, mark }) => isEffect && at > healthyAt && (failed.get(mark)?.length ?? 0) < 2,
      );
      const triggeredAt = new Map(testBed.client.history.map(({ transactionId, at }) => [transactionId, at]));
      const old = held.filter(({ mark }) => (triggeredAt.get(mark.split("|")[0] ?? "") ?? 0) < closedAt);
      const last = Math.max(...old.map(({ at }) => at)) - closedAt;
      testBed.log(`the last of ${old.length} delayed emails was sent ${last} ms after the breaker closed`);
      // A delayed email is due at the end of the opening it met, even if another worker closes the breaker earlier.
      const longest = testBed.scaled(ALL_SENT_WITHIN_MS) + BREAKER_MS * 2 ** (trips - 1);
      testBed.expect(last < longest, `an email was sent ${last} ms after the breaker closed`);
    });
  },
};

async function waitUntilClosed(testBed: TestBed): Promise<number> {
  await testBed.waitUntil(async () => (await breakerOf(testBed)).trips === 0, GIVES_UP_AFTER_MS, 200);
  return Date.now();
}

/** How often an email was delayed because the breaker was open. */
async function heldBackByBreaker({ cluster }: TestBed): Promise<number> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query<{ count: number }>(
      `select count(*)::int as count from execution_details where code = 'breaker_open'`,
    ),
  );
  return rows[0]?.count ?? 0;
}

/** The state of the breaker of the email integration, as shared by the workers. */
async function breakerOf({ cluster }: TestBed): Promise<{ trips: number; openUntil: number }> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query<{ trips: number; openUntil: Date | null }>(
      `select breaker_trips as trips, breaker_open_until as "openUntil" from integrations
       where provider_id = 'email-webhook'`,
    ),
  );
  return { trips: rows[0]?.trips ?? 0, openUntil: rows[0]?.openUntil?.getTime() ?? 0 };
}
