import type { Slot } from "../cluster.ts";
import type { Scenario, TestBed } from "../scenario.ts";

type Answer = { status: number; body: Record<string, unknown> };

/** Sends concurrent calls, half of them to each API; none may be answered 5xx. */
function sendTogether(testBed: TestBed, calls: readonly [method: string, path: string, body?: object][]) {
  const { apis } = testBed.cluster;
  return Promise.all(
    calls.map(async ([method, path, body], n): Promise<Answer> => {
      const answer = await testBed.cluster.request(method, path, body, apis[n % apis.length] as Slot);
      testBed.expect(answer.status < 500, `${method} ${path} was answered ${answer.status}`);
      return answer;
    }),
  );
}

const repeat = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** Concurrent calls delete one integration, while others make it the primary and SMS are sent through it. */
export const deletionRaces: Scenario = {
  id: "X-1",
  title: "concurrent deletions of one integration",
  nextTrigger: (traffic, n) => traffic.of("sms", n),
  run: async (testBed) => {
    const settings = smsSettings(testBed);
    const rounds = testBed.size(8, 60, 200);
    for (let n = 0; n < rounds; n += 1) {
      const [created] = await sendTogether(testBed, [
        [
          "POST",
          "/v1/integrations",
          { providerId: "generic-sms", channel: "sms", active: true, ...settings },
        ],
      ]);
      const path = `/v1/integrations/${String(created?.body._id)}`;
      await sendTogether(testBed, [["POST", `${path}/set-primary`]]);
      const hasManyCalls = n % 2 === 1;
      const answers = await sendTogether(testBed, [
        ...repeat(hasManyCalls ? 10 : 2, (): [string, string] => ["DELETE", path]),
        ...(hasManyCalls ? [["POST", `${path}/set-primary`] as [string, string]] : []),
      ]);
      const deletions = answers.slice(0, hasManyCalls ? 10 : 2).map(({ status }) => status);
      const done = deletions.filter((status) => status === 200).length;
      testBed.expect(
        done === 1,
        `${done} of ${deletions.length} deletions of one integration were answered 200`,
      );
      const others = deletions.filter((status) => status !== 200);
      testBed.expect(
        others.every((status) => status === 404),
        `a deletion was answered ${others}`,
      );
      await expectOrder(testBed);
    }
    testBed.log(`${rounds} integrations deleted, each once; ${testBed.client.acknowledged} acknowledged`);
  },
};

function smsSettings({ smsProvider }: TestBed): object {
  const credentials = { baseUrl: `http://127.0.0.1:${smsProvider.port}`, from: "+15550100" };
  return { check: false, name: "race", credentials };
}

/**
 * Expects at most one primary per channel, and priorities without gaps. Like Novu, Tidings elects no new primary after a
 * deletion: SMS then go through the integration with the first priority, which the invariants check.
 */
async function expectOrder({ cluster, expect }: TestBed): Promise<void> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query<{ channel: string; primaries: number; active: number; priorities: number[] }>(
      `select channel, count(*) filter (where is_primary)::int as primaries, count(*)::int as active,
         array_agg(priority order by priority) as priorities from integrations
       where deleted_at is null and is_active and channel in ('email', 'sms') group by environment_id, channel`,
    ),
  );
  for (const { channel, primaries, active, priorities } of rows) {
    expect(primaries <= 1, `${channel} has ${primaries} primaries`);
    const isWithoutGaps = priorities.join() === repeat(active, (n) => n + 1).join();
    expect(isWithoutGaps, `the priorities of ${channel} are ${priorities}`);
  }
}

const WAIT = { type: "regular", amount: 1, unit: "seconds" };
const UPSERTS = 50;

/** Subscriber, topic and workflow are deleted while their jobs run; fifty concurrent calls create one subscriber. */
export const deletedWhileRunning: Scenario = {
  id: "X-2",
  title: "deleted while its jobs run",
  run: async (testBed) => {
    const rounds = testBed.size(4, 20, 100);
    for (let n = 0; n < rounds; n += 1) await deleteWhileRunning(testBed, `brief${n}`);
    testBed.log(`${rounds} rounds; ${testBed.client.acknowledged} acknowledged`);
    testBed.afterSettling(async () => {
      const { rows } = await testBed.cluster.withDatabase((client) =>
        client.query<{ name: string; count: number }>(
          `select subscriber_id as name, count(*)::int as count from subscribers
           where subscriber_id like 'crowded%' group by environment_id, subscriber_id`,
        ),
      );
      testBed.expect(rows.length === rounds, `${rows.length} of ${rounds} subscribers exist`);
      for (const { name, count } of rows) testBed.expect(count === 1, `${name} exists ${count} times`);
    });
  },
};

async function deleteWhileRunning(testBed: TestBed, name: string): Promise<void> {
  const people = ["a", "b", "c"].map((suffix) => `${name}${suffix}`);
  const step = (type: string, controlValues: object) => ({ name: type, stepId: type, type, controlValues });
  const steps = [step("delay", WAIT), step("in_app", { body: "x" }), step("sms", { body: "x" })];
  await sendTogether(testBed, [
    ["POST", "/v2/workflows", { name, workflowId: name, steps, __source: "harness" }],
    ...people.map((subscriberId): [string, string, object] => ["POST", "/v2/subscribers", { subscriberId }]),
  ]);
  await sendTogether(testBed, [["POST", `/v2/topics/${name}/subscriptions`, { subscriptions: people }]]);
  const trigger = (to: unknown, nth: number): [string, string, object] => {
    const transactionId = `${name}-${nth}`;
    testBed.allowFailure(transactionId);
    return ["POST", "/v1/events/trigger", { name, to, transactionId, payload: {} }];
  };
  const topic = { type: "Topic", topicKey: name };
  await sendTogether(testBed, [trigger([topic], 1), trigger(people, 2)]);
  const crowded = { subscriberId: `crowded-${name}`, firstName: "Ada" };
  await sendTogether(testBed, [
    ["DELETE", `/v2/workflows/${name}`],
    ["DELETE", `/v2/subscribers/${people[0]}`],
    ["DELETE", `/v2/topics/${name}`],
    trigger([topic, ...people], 3),
    ...repeat(UPSERTS, (): [string, string, object] => ["POST", "/v2/subscribers", crowded]),
  ]);
}
