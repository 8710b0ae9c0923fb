import type { TestEnvironment } from "./test-environment.ts";
import {
  collectBody,
  laterBody,
  subscriberBody,
  topicBody,
  triggerBody,
  workflowBody,
} from "./world-bodies.ts";

/** The ids that are the same in every world. */
export const SHARED = {
  subscriber: "u1",
  topic: "k1",
  subscription: "s1",
  integration: "i1",
  workflow: "w1",
  transaction: "t1",
  waiting: "later",
} as const;

/** A topic whose subscriptions only the operations of the inbox change. */
export const OWN_TOPIC = "of-inbox";
const PREFERENCES = { workflowId: SHARED.workflow, channels: { email: false, in_app: true } };

/** Creates a record by a POST, which must answer 201. */
export async function made(environment: TestEnvironment, path: string, body: object): Promise<any> {
  const answer = await environment.post(path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Creates records one after the other, so that their order is always the same. */
export async function inTurn<T>(ids: readonly string[], make: (id: string) => Promise<T>): Promise<T[]> {
  const records: T[] = [];
  for (const id of ids) records.push(await make(id));
  return records;
}

/** The shared subscriber and the own one, with credentials of a chat provider. */
export function seedPeople(environment: TestEnvironment, canary: string): Promise<any[]> {
  const settings = {
    providerId: "chat-webhook",
    credentials: { webhookUrl: `http://127.0.0.1:9/${canary}`, channel: canary },
  };
  return inTurn([SHARED.subscriber, `only-${canary}`], async (id) => {
    const subscriber = await made(environment, "/v2/subscribers", subscriberBody(id, canary));
    await environment.put(`/v1/subscribers/${id}/credentials`, settings);
    return subscriber;
  });
}

/** The shared workflow, the own one, and two that collect and wait. */
export function seedWorkflows(environment: TestEnvironment, canary: string): Promise<any[]> {
  const bodies = [
    workflowBody(SHARED.workflow, canary),
    workflowBody(`only-${canary}`, canary),
    collectBody(canary),
    laterBody(canary),
  ];
  return Promise.all(bodies.map((body) => made(environment, "/v2/workflows", body)));
}

/** Two triggers to both subscribers that are finished, two that wait, and then the preferences of both. */
export async function seedNotifications(environment: TestEnvironment, canary: string): Promise<any[]> {
  const people = [SHARED.subscriber, `only-${canary}`];
  const finished = [SHARED.transaction, `only-${canary}`].map(async (transactionId) => {
    await made(environment, "/v1/events/trigger", triggerBody({ transactionId, to: people, canary }));
    return environment.finished(transactionId, 2);
  });
  const waiting = [SHARED.waiting, `later-${canary}`].map(async (transactionId) => {
    await made(environment, "/v1/events/trigger", { name: "later", to: SHARED.subscriber, transactionId });
    const path = `/v1/notifications?transactionId=${transactionId}`;
    await environment.until(path, ({ data }) => data[0]?.jobs[0]?.status === "delayed");
  });
  const [notifications] = await Promise.all([Promise.all(finished), Promise.all(waiting)]);
  for (const id of people) {
    const { status } = await environment.patch(`/v2/subscribers/${id}/preferences`, PREFERENCES);
    if (status !== 200) throw new Error(`preferences: ${status}`);
  }
  return notifications.flat();
}

/** The own topic, the shared one and that of the inbox, with their subscriptions. */
export async function seedTopics(environment: TestEnvironment, canary: string) {
  const own = `only-${canary}`;
  const [topic] = await Promise.all(
    [own, SHARED.topic].map((key) => made(environment, "/v2/topics", topicBody(key, canary))),
  );
  const subscribe = (key: string, subscriptions: unknown[]) =>
    made(environment, `/v2/topics/${key}/subscriptions`, { subscriptions });
  const shared = { subscriberId: SHARED.subscriber, identifier: SHARED.subscription, name: canary };
  const [{ data: subscriptions }] = await Promise.all([
    subscribe(own, [{ subscriberId: own, identifier: own, name: canary }]),
    subscribe(SHARED.topic, [shared, own]),
    subscribe(OWN_TOPIC, [SHARED.subscriber]),
  ]);
  return { own: topic, subscriptions };
}
