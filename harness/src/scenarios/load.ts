import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../cluster.ts";
import { megabytes, memoryOf, peakMemoryOf, resetPeak } from "../process-facts.ts";
import { LONG_LEASE_SECONDS, type Scenario, type TestBed } from "../scenario.ts";

/** On an idle machine. */
const MIN_PER_SECOND = 50;

/** The number of workers changes under a steady load; without workers, triggers are still acknowledged. */
export const workerCounts: Scenario = {
  id: "W-1",
  title: "workers 1 → 4 → 0 → 2",
  runsAlone: true,
  takesTime: true,
  workers: 4,
  // No process is killed, so leases can be as in production. Shorter leases can expire while four processes start.
  leaseSeconds: LONG_LEASE_SECONDS,
  perSecond: 100,
  repeats: 0.01,
  settleMs: 120_000,
  nextTrigger: (traffic, n) => (n % 5 === 0 ? traffic.next(n) : traffic.of("sms", n)),
  run: async (testBed) => {
    const ms = testBed.size(1_500, 5_000, 40_000);
    for (const count of [1, 4, 0, 2]) {
      await setWorkerCount(testBed, count);
      const before = testBed.client.acknowledged;
      await sleep(ms);
      const perSecond = ((testBed.client.acknowledged - before) * 1000) / ms;
      testBed.log(`${count} workers: ${Math.round(perSecond)} acknowledged a second`);
      // With workers, the rate depends on the machine; without workers, all CPU time is left for accepting.
      const min = MIN_PER_SECOND / testBed.slowness();
      testBed.expect(count > 0 || perSecond > min, `only ${perSecond}/s were acknowledged without workers`);
    }
  },
};

async function setWorkerCount({ cluster, log, expect }: TestBed, count: number): Promise<void> {
  await Promise.all(
    cluster.workers.map(async (slot, n) => {
      if (n < count) return cluster.start(slot);
      if (!slot.process?.isRunning) return;
      const { code, tookMs } = await cluster.end(slot, "SIGTERM");
      log(`${slot.name} ended with ${code} after ${Math.round(tookMs)} ms`);
      expect(code === 0, `${slot.name} ended with ${code} after SIGTERM`);
    }),
  );
}

const AT_ONCE = 100;
const THRESHOLD = 5;

/** A hundred concurrent triggers meet a throttle that lets five pass. */
export const throttleBurst: Scenario = {
  id: "W-2",
  title: "100 concurrent triggers, a throttle of 5",
  perSecond: 5,
  run: async (testBed) => {
    const { cluster, allowFailure, size } = testBed;
    const rounds = size(2, 10, 20);
    const controlValues = { type: "fixed", amount: 1, unit: "hours", threshold: THRESHOLD };
    const steps = [
      { name: "throttle", stepId: "throttle", type: "throttle", controlValues },
      { name: "inbox", stepId: "inbox", type: "in_app", controlValues: { body: "x" } },
    ];
    const workflow = { name: "rush", workflowId: "rush", steps, __source: "harness" };
    await cluster.request("POST", "/v2/workflows", workflow);
    for (let round = 0; round < rounds; round += 1) {
      const calls = Array.from({ length: AT_ONCE }, (_, n) => {
        const transactionId = `rush-${round}-${n}`;
        allowFailure(transactionId);
        const body = { name: "rush", to: `rushed${round}`, transactionId, payload: {} };
        return cluster.request("POST", "/v1/events/trigger", body, cluster.apis[n % 2] as Slot);
      });
      for (const { status } of await Promise.all(calls))
        testBed.expect(status === 201, `a trigger was answered ${status}`);
    }
    testBed.afterSettling(() => expectPassed(testBed, rounds));
  },
};

async function expectPassed({ cluster, expect, log }: TestBed, rounds: number): Promise<void> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query<{ name: string; passed: number }>(
      `select s.subscriber_id as name, count(*)::int as passed from messages m
       join subscribers s on s.environment_id = m.environment_id and s.id = m.subscriber_id
       where s.subscriber_id like 'rushed%' group by 1`,
    ),
  );
  expect(rows.length === rounds, `${rows.length} of ${rounds} subscribers got a message`);
  for (const { name, passed } of rows)
    expect(passed === THRESHOLD, `${name} got ${passed} messages instead of ${THRESHOLD}`);
  log(`${rounds} rounds of ${AT_ONCE}: ${rows.map(({ passed }) => passed).join(" ")} passed`);
}

const MEMBERS = 10_000;
const CHANGED = 200;
const MAX_GROWTH = 100 * 1024 * 1024;
/** On an idle machine. */
const WITHIN_MS = 60_000;

/** A topic of ten thousand, whose members change while a worker dies during the fan-out. */
export const bigTopic: Scenario = {
  id: "B-1",
  title: "a topic of 10,000, its members change",
  runsAlone: true,
  takesTime: true,
  perSecond: 5,
  run: async (testBed) => {
    await createMembers(testBed);
    const rounds = testBed.size(1, 1, 3);
    for (let round = 0; round < rounds; round += 1) await triggerTopic(testBed, round);
  },
};

/** Writes into the tables: ten thousand calls would take longer than the scenario itself. */
async function createMembers({ cluster }: TestBed): Promise<void> {
  await cluster.request("POST", "/v2/topics", { key: "big" });
  await cluster.withDatabase((client) =>
    client.query(
      `with added as (
         insert into subscribers (environment_id, id, subscriber_id)
         select environment_id, 'big' || lpad(n::text, 21, '0'), 'big' || n
         from topics, generate_series(0, ${MEMBERS - 1}) n where key = 'big' returning environment_id, id)
       insert into topic_members (environment_id, topic_id, subscriber_id, id)
       select t.environment_id, t.id, a.id, a.id from added a join topics t using (environment_id) where key = 'big'`,
    ),
  );
}

async function triggerTopic(testBed: TestBed, round: number): Promise<void> {
  const { client, cluster, scaled, expect, log } = testBed;
  const [victim, survivor] = cluster.workers as [Slot, Slot];
  const pid = survivor.process?.pid as number;
  resetPeak(pid);
  const memory = memoryOf(pid);
  const transactionId = `big-${testBed.traffic.of("crowd", 1_000_000 + round).transactionId}`;
  const late = await createLateMembers(testBed, round);
  const firstChanged = MEMBERS - CHANGED * (round + 1);
  const recipients = Array.from({ length: firstChanged }, (_, n) => `big${n}`);
  const body = {
    name: "crowd",
    transactionId,
    payload: { mark: transactionId },
    to: [{ type: "Topic", topicKey: "big" }],
  };
  const since = performance.now();
  await client.bulk([{ workflow: "crowd", transactionId, recipients, body }]);
  const leaving = Array.from({ length: CHANGED / 2 }, (_, n) => `big${firstChanged + n}`);
  await Promise.all([
    sleep(300).then(() => testBed.kill(victim)),
    cluster.request("DELETE", "/v2/topics/big/subscriptions", { subscriptions: leaving }),
    cluster.request("POST", "/v2/topics/big/subscriptions", { subscriptions: late }),
  ]);
  const reached = await waitForRecipients(testBed, { transactionId, count: recipients.length });
  const tookMs = performance.now() - since;
  const growth = peakMemoryOf(pid) - memory;
  log(`${reached.size} reached in ${Math.round(tookMs)} ms, ${megabytes(growth)} more at the peak`);
  expect(tookMs < scaled(WITHIN_MS), `the fan-out took ${Math.round(tookMs)} ms`);
  expect(growth < MAX_GROWTH, `a worker grew by ${megabytes(growth)}`);
  const wrong = late.filter((subscriberId) => reached.has(subscriberId));
  expect(wrong.length === 0, `${wrong.length} members were reached that joined after the trigger`);
}

/** Creates subscribers before the trigger; they join the topic after it. */
async function createLateMembers({ cluster }: TestBed, round: number): Promise<string[]> {
  const late = Array.from({ length: 50 }, (_, n) => `late${round}x${n}`);
  await Promise.all(late.map((subscriberId) => cluster.request("POST", "/v2/subscribers", { subscriberId })));
  return late;
}

/** The subscribers with a message, as soon as there are `count` of them or the time is over. */
async function waitForRecipients(
  { cluster, waitUntil }: TestBed,
  { transactionId, count }: { transactionId: string; count: number },
): Promise<Set<string>> {
  let reached = new Set<string>();
  const isReached = async () => {
    const { rows } = await cluster.withDatabase((client) =>
      client.query<{ name: string }>(
        `select s.subscriber_id as name from messages m
         join subscribers s on s.environment_id = m.environment_id and s.id = m.subscriber_id
         join notifications n on n.environment_id = m.environment_id and n.id = m.notification_id
         join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
         where t.transaction_id = $1`,
        [transactionId],
      ),
    );
    reached = new Set(rows.map(({ name }) => name));
    return reached.size >= count;
  };
  await waitUntil(isReached, WITHIN_MS, 500);
  return reached;
}
