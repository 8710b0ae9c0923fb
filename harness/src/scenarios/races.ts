import type { Slot } from "../cluster.ts";
import type { Scenario, Stage } from "../stage.ts";

type Answer = { status: number; body: Record<string, unknown> };

/** Calls at the same moment, half of them at each API; none may be answered 5xx. */
function together(stage: Stage, calls: readonly [method: string, path: string, body?: object][]) {
  const { apis } = stage.cluster;
  return Promise.all(
    calls.map(async ([method, path, body], n): Promise<Answer> => {
      const answer = await stage.cluster.request(method, path, body, apis[n % apis.length] as Slot);
      stage.expect(answer.status < 500, `${method} ${path} was answered ${answer.status}`);
      return answer;
    }),
  );
}

const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** An integration is deleted by several at once, while others make it the primary and texts go through it. */
export const deletionRaces: Scenario = {
  id: "X-1",
  title: "one integration deleted by many",
  wish: (traffic, n) => traffic.of("text", n),
  run: async (stage) => {
    const url = await gatewayUrl(stage);
    const rounds = stage.size(8, 60, 200);
    for (let n = 0; n < rounds; n += 1) {
      const [made] = await together(stage, [
        ["POST", "/v1/integrations", { providerId: "generic-sms", channel: "sms", active: true, ...url }],
      ]);
      const path = `/v1/integrations/${String(made?.body._id)}`;
      await together(stage, [["POST", `${path}/set-primary`]]);
      const isCrowded = n % 2 === 1;
      const answers = await together(stage, [
        ...many(isCrowded ? 10 : 2, (): [string, string] => ["DELETE", path]),
        ...(isCrowded ? [["POST", `${path}/set-primary`] as [string, string]] : []),
      ]);
      const deletions = answers.slice(0, isCrowded ? 10 : 2).map(({ status }) => status);
      const done = deletions.filter((status) => status === 200).length;
      stage.expect(
        done === 1,
        `${done} of ${deletions.length} deletions of one integration were answered 200`,
      );
      const others = deletions.filter((status) => status !== 200);
      stage.expect(
        others.every((status) => status === 404),
        `a deletion was answered ${others}`,
      );
      await expectOrder(stage);
    }
    stage.say(`${rounds} integrations deleted, each once; ${stage.client.acknowledged} acknowledged`);
  },
};

async function gatewayUrl({ smsProvider }: Stage): Promise<object> {
  const credentials = { baseUrl: `http://127.0.0.1:${smsProvider.port}`, from: "+15550100" };
  return { check: false, name: "race", credentials };
}

/**
 * At most one primary a channel, and a line without gaps. (The field's services elect none after a deletion, and so do
 * we; texts go through the first in the line then, which the invariants watch.)
 */
async function expectOrder({ cluster, expect }: Stage): Promise<void> {
  const { rows } = await cluster.look((client) =>
    client.query<{ channel: string; primaries: number; active: number; line: number[] }>(
      `select channel, count(*) filter (where is_primary)::int as primaries, count(*)::int as active,
         array_agg(priority order by priority) as line from integrations
       where deleted_at is null and is_active and channel in ('email', 'sms') group by environment_id, channel`,
    ),
  );
  for (const { channel, primaries, active, line } of rows) {
    expect(primaries <= 1, `${channel} has ${primaries} primaries`);
    expect(line.join() === many(active, (n) => n + 1).join(), `the line of ${channel} is ${line}`);
  }
}

const WAIT = { type: "regular", amount: 1, unit: "seconds" };
const UPSERTS = 50;

/** Subscriber, topic and workflow go while their jobs run, and one subscriber is created by fifty at once. */
export const vanishing: Scenario = {
  id: "X-2",
  title: "deleted while its jobs run",
  run: async (stage) => {
    const rounds = stage.size(4, 20, 100);
    for (let n = 0; n < rounds; n += 1) await vanish(stage, `brief${n}`);
    stage.say(`${rounds} rounds; ${stage.client.acknowledged} acknowledged`);
    stage.atRest(async () => {
      const { rows } = await stage.cluster.look((client) =>
        client.query<{ name: string; count: number }>(
          `select subscriber_id as name, count(*)::int as count from subscribers
           where subscriber_id like 'crowded%' group by environment_id, subscriber_id`,
        ),
      );
      stage.expect(rows.length === rounds, `${rows.length} of ${rounds} subscribers are there`);
      for (const { name, count } of rows) stage.expect(count === 1, `${name} is there ${count} times`);
    });
  },
};

async function vanish(stage: Stage, name: string): Promise<void> {
  const people = ["a", "b", "c"].map((one) => `${name}${one}`);
  const step = (type: string, controlValues: object) => ({ name: type, stepId: type, type, controlValues });
  const steps = [step("delay", WAIT), step("in_app", { body: "x" }), step("sms", { body: "x" })];
  await together(stage, [
    ["POST", "/v2/workflows", { name, workflowId: name, steps, __source: "harness" }],
    ...people.map((subscriberId): [string, string, object] => ["POST", "/v2/subscribers", { subscriberId }]),
  ]);
  await together(stage, [["POST", `/v2/topics/${name}/subscriptions`, { subscriptions: people }]]);
  const trigger = (to: unknown, nth: number): [string, string, object] => {
    const transactionId = `${name}-${nth}`;
    stage.excuse(transactionId);
    return ["POST", "/v1/events/trigger", { name, to, transactionId, payload: {} }];
  };
  const topic = { type: "Topic", topicKey: name };
  await together(stage, [trigger([topic], 1), trigger(people, 2)]);
  const crowded = { subscriberId: `crowded-${name}`, firstName: "Ada" };
  await together(stage, [
    ["DELETE", `/v2/workflows/${name}`],
    ["DELETE", `/v2/subscribers/${people[0]}`],
    ["DELETE", `/v2/topics/${name}`],
    trigger([topic, ...people], 3),
    ...many(UPSERTS, (): [string, string, object] => ["POST", "/v2/subscribers", crowded]),
  ]);
}
