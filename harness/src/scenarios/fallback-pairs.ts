import { setTimeout as sleep } from "node:timers/promises";
import { groupBy } from "../ledger.ts";
import type { Scenario, TestBed } from "../scenario.ts";
import type { Behaviour } from "../scripted-answers.ts";
import type { Script } from "../scripted-provider.ts";

const FALLBACK = "/fallback";

const ACCEPTS: Behaviour = { kind: "ok" };
const DOWN: Behaviour = { kind: "status", status: 503 };
const LIMITS: Behaviour = { kind: "status", status: 429 };
const REFUSES_ACCOUNT: Behaviour = { kind: "status", status: 401 };
const REFUSES_MESSAGE: Behaviour = { kind: "status", status: 400 };
const UNCLEAR: Behaviour = { kind: "close_before" };

type Pair = { first: Behaviour; fallback: Behaviour; course: string };

/**
 * What becomes of an email, by the answers of its first integration (A) and of its fallback (B). After one answer an integration
 * accepts, except that a refused account stays refused.
 */
const PAIRS: readonly Pair[] = [
  { first: DOWN, fallback: ACCEPTS, course: "A B accepted" },
  { first: DOWN, fallback: REFUSES_ACCOUNT, course: "A B A accepted" },
  { first: DOWN, fallback: DOWN, course: "A B B accepted" },
  { first: DOWN, fallback: REFUSES_MESSAGE, course: "A B refused" },
  { first: DOWN, fallback: UNCLEAR, course: "A B B accepted" },
  { first: LIMITS, fallback: ACCEPTS, course: "A B accepted" },
  { first: LIMITS, fallback: REFUSES_ACCOUNT, course: "A B A accepted" },
  { first: REFUSES_ACCOUNT, fallback: ACCEPTS, course: "A B accepted" },
  { first: REFUSES_ACCOUNT, fallback: REFUSES_ACCOUNT, course: "A B refused" },
  { first: REFUSES_ACCOUNT, fallback: DOWN, course: "A B B accepted" },
  { first: REFUSES_MESSAGE, fallback: ACCEPTS, course: "A refused" },
  { first: UNCLEAR, fallback: REFUSES_ACCOUNT, course: "A A accepted" },
];
/** One in this number of emails meets a pair; the others are accepted, so that no breaker opens. */
const PAIR_INTERVAL = 3;

/** The number of the trigger of an email: its `transactionId` ends with it. */
const numberOf = (mark: string): number => Number(/-(\d+)(?:\||$)/.exec(mark)?.[1]);

/** The pair of an email; those up to the number `after` were triggered before the fallback was there. */
function pairOf(mark: string, after: number): Pair | undefined {
  const number = numberOf(mark);
  const isOfPair = number > after && number % PAIR_INTERVAL === 0;
  return isOfPair ? PAIRS[(number / PAIR_INTERVAL) % PAIRS.length] : undefined;
}

const pairScript =
  (after: number): Script =>
  ({ mark, nth, path }) => {
    const pair = pairOf(mark, after);
    if (!pair) return ACCEPTS;
    const answer = path === FALLBACK ? pair.fallback : pair.first;
    return nth === 1 || answer === REFUSES_ACCOUNT ? answer : ACCEPTS;
  };

/** Connects a second integration for emails, at the same provider. */
async function connectFallback({ cluster, mailProvider }: TestBed): Promise<void> {
  const webhookUrl = `http://127.0.0.1:${mailProvider.port}${FALLBACK}`;
  const credentials = { webhookUrl, from: "harness@example.com" };
  const input = {
    providerId: "email-webhook",
    channel: "email",
    name: "fallback",
    active: true,
    check: false,
  };
  const { status } = await cluster.request("POST", "/v1/integrations", { ...input, credentials });
  if (status >= 300) throw new Error(`the fallback could not be connected: ${status}`);
}

/** The transactions of emails that a breaker held back: their calls may be others. */
async function heldBack({ cluster }: TestBed): Promise<ReadonlySet<string>> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query<{ id: string }>(
      `select distinct t.transaction_id as id from execution_details d
       join notifications n on n.environment_id = d.environment_id and n.id = d.notification_id
       join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
       where d.code = 'breaker_open' or d.raw like '%not called for a while%'`,
    ),
  );
  return new Set(rows.map(({ id }) => id));
}

const transactionOf = (mark: string): string => mark.split("|")[0] ?? "";

/** How many emails have met the rarest pair, without those that a breaker held back. */
async function metAtLeast(testBed: TestBed, after: number): Promise<number> {
  const held = await heldBack(testBed);
  const marks = new Set(testBed.mailProvider.calls.map(({ mark }) => mark));
  const met = new Map(PAIRS.map((pair) => [pair, 0]));
  for (const mark of marks) {
    const pair = pairOf(mark, after);
    if (pair && !held.has(transactionOf(mark))) met.set(pair, (met.get(pair) ?? 0) + 1);
  }
  return Math.min(...met.values());
}

/** On an idle machine. */
const MET_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 500;

/** Every email has exactly the calls of its pair. */
async function expectCourses(testBed: TestBed, after: number): Promise<void> {
  const held = await heldBack(testBed);
  const seen = new Set<Pair>();
  for (const [mark, calls] of groupBy(testBed.mailProvider.calls, (call) => call.mark)) {
    const pair = pairOf(mark, after);
    if (!pair || held.has(transactionOf(mark))) continue;
    seen.add(pair);
    const letters = calls.map(({ provider }) => (provider.endsWith(FALLBACK) ? "B" : "A"));
    const course = [...letters, calls.at(-1)?.outcome].join(" ");
    testBed.expect(course === pair.course, `${mark} went ${course} instead of ${pair.course}`);
  }
  testBed.log(`${seen.size} of ${PAIRS.length} pairs were seen; ${held.size} emails were held back`);
  testBed.expect(seen.size === PAIRS.length, `only ${seen.size} of ${PAIRS.length} pairs were seen`);
}

/** Each answer of the first integration with each of its fallback. */
export const fallbackPairs: Scenario = {
  id: "F-P6",
  title: "a fallback with any answer",
  failpoints: "unclear_ms=1000",
  settleMs: 120_000,
  perSecond: 20,
  repeats: 0,
  nextTrigger: (traffic, n) => traffic.of("email", n),
  run: async (testBed) => {
    await connectFallback(testBed);
    const after = Math.max(...testBed.client.history.map(({ transactionId }) => numberOf(transactionId)));
    testBed.mailProvider.setScript(pairScript(after));
    // By count: in a time that is enough for an idle machine, a slow one meets only some of the pairs.
    const times = testBed.size(2, 6, 24);
    await testBed.waitUntil(
      async () => (await metAtLeast(testBed, after)) >= times,
      MET_WITHIN_MS,
      LOOK_EVERY_MS,
    );
    testBed.afterSettling(() => expectCourses(testBed, after));
  },
};

/** An outage of the first integration, whose breaker opens, with a fallback that refuses the account: nothing is given up. */
export async function outageBesideRefusal(testBed: TestBed): Promise<void> {
  const { mailProvider, client, size, expect } = testBed;
  await connectFallback(testBed);
  mailProvider.setScript(({ path }) => (path === FALLBACK ? REFUSES_ACCOUNT : DOWN));
  const before = client.acknowledged;
  const refusals = () => mailProvider.calls.filter(({ provider }) => provider.endsWith(FALLBACK)).length;
  await testBed.injectFault("503 for all", false, async () => {
    await testBed.waitUntil(() => refusals() >= MIN_REFUSALS, 30_000);
    await sleep(size(2_000, 6_000, 30_000));
  });
  mailProvider.setScript(({ path }) => (path === FALLBACK ? REFUSES_ACCOUNT : ACCEPTS));
  testBed.log(`${client.acknowledged - before} acknowledged during the outage, ${refusals()} refusals`);
  testBed.afterSettling(async () => {
    const { rows } = await testBed.cluster.withDatabase((database) =>
      database.query<{ count: number }>("select count(*)::int as count from dead_letters"),
    );
    const dead = rows[0]?.count ?? 0;
    expect(dead === 0, `${dead} emails were given up during an outage of the first integration`);
    const calls = groupBy(mailProvider.calls, ({ mark, provider }) => `${mark} ${provider}`);
    const most = Math.max(...[...calls].map(([name, all]) => (name.endsWith(FALLBACK) ? all.length : 0)), 0);
    expect(most <= 1, `a fallback that refuses the account was asked ${most} times for one email`);
  });
}

const MIN_REFUSALS = 20;

export const refusedFallback: Scenario = {
  id: "F-P8",
  title: "an outage, and a fallback that refuses",
  failpoints: "unclear_ms=1000,breaker_ms=1000",
  settleMs: 120_000,
  perSecond: 20,
  nextTrigger: (traffic, n) => traffic.of("email", n),
  run: outageBesideRefusal,
};
