import { beforeEach, describe, expect, test } from "vitest";
import { createMovableTime } from "../testing/movable-time.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { inboxOf, openInbox, requestSession, type TestInbox } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";

/**
 * The session of a browser without a hash marks messages, changes switches and subscribes to topics that exist. It stores no values,
 * and the person who gets the name inherits nothing.
 */

const time = createMovableTime();
const service = await useTestService({}, { time });
const receiver = await useHttpReceiver();

const HOURS = [{ start: "09:00 AM", end: "05:00 PM" }];
const SCHEDULE = { isEnabled: true, weeklySchedule: { monday: { isEnabled: true, hours: HOURS } } };
const CONDITION = { "==": [{ var: "payload.text" }, "evil"] };
const SUBSCRIPTIONS = "/topics/team/subscriptions";

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await service.newEnvironment();
  await setHmac(false);
  await environment.given.workflow("news", [inApp("News")]);
  await environment.given.topic("team", ["owner"]);
});

async function setHmac(hmac: boolean): Promise<void> {
  const integrations = (await environment.get("/v1/integrations")).body;
  const { _id, identifier } = integrations.find(({ channel }: any) => channel === "in_app");
  await environment.put(`/v1/integrations/${_id}`, { identifier, credentials: { hmac }, check: false });
}

async function openUnproven(subscriberId = "ada"): Promise<TestInbox> {
  const { body } = await requestSession(service.url, {
    applicationIdentifier: environment.id,
    subscriber: { subscriberId },
  });
  return inboxOf(service.url, body.data);
}

/** What is stored for the subscriber: its switches and schedule, and the topics of its subscriptions. */
async function storedFor(subscriberId = "ada") {
  const { global } = (await environment.get(`/v2/subscribers/${subscriberId}/preferences`)).body;
  const { data } = (await environment.get(`/v2/subscribers/${subscriberId}/subscriptions`)).body;
  return {
    email: global.channels.email,
    schedule: global.schedule,
    topics: data.map(({ topic }: any) => topic.key),
  };
}
const NOTHING = { email: true, schedule: undefined, topics: [] };

const rules = (condition: object) => [{ workflowId: "news", condition }];
const values: [string, (inbox: TestInbox) => Promise<any>, string][] = [
  ["a schedule", (inbox) => inbox.patch("/preferences", { email: false, schedule: SCHEDULE }), "schedule"],
  ["the name of a subscription", (inbox) => inbox.post(SUBSCRIPTIONS, { name: "evil" }), "name"],
  ["the name of a topic", (inbox) => inbox.post(SUBSCRIPTIONS, { topic: { name: "evil" } }), "topic.name"],
  [
    "a condition",
    (inbox) => inbox.post(SUBSCRIPTIONS, { preferences: rules(CONDITION) }),
    "preferences.0.condition",
  ],
  [
    "a condition for a filter",
    (inbox) =>
      inbox.post(SUBSCRIPTIONS, { preferences: [{ filter: { tags: ["a"] }, condition: CONDITION }] }),
    "preferences.0.condition",
  ],
];
test.each(values)(
  "a session without a hash: %s is refused with its field, and nothing is stored",
  async (_, send, field) => {
    const inbox = await openUnproven();
    const { status, body } = await send(inbox);
    expect([status, body.message]).toEqual([403, expect.stringContaining(`${field} is not stored`)]);
    expect(await storedFor()).toEqual(NOTHING);
    expect((await send(await openInbox(service.url, environment, "ada"))).status).toBeLessThan(300);
  },
);

test("a session without a hash: names and conditions of its subscription are refused in each operation", async () => {
  const inbox = await openUnproven();
  expect((await inbox.post(SUBSCRIPTIONS, { identifier: "mine" })).status).toBe(201);
  const changes = [
    inbox.patch(`${SUBSCRIPTIONS}/mine`, { name: "evil" }),
    inbox.patch(`${SUBSCRIPTIONS}/mine`, { preferences: rules(CONDITION) }),
    inbox.patch("/subscriptions/mine/preferences/news", { enabled: true, condition: CONDITION }),
    inbox.patch("/preferences/bulk", {
      preferences: [{ workflowId: "news", subscriptionIdentifier: "mine", condition: CONDITION }],
    }),
  ];
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const own = (await inbox.get(`${SUBSCRIPTIONS}/mine`)).body.data;
  expect([own.name, own.preferences]).toEqual([undefined, []]);
});

test("a session without a hash creates no topic, and subscribes to at most 100", async () => {
  const inbox = await openUnproven();
  expect((await inbox.post("/topics/evil/subscriptions", {})).status).toBe(404);
  expect((await environment.get("/v2/topics/evil")).status).toBe(404);
  const join = async (topic: string) => (await inbox.post(`/topics/${topic}/subscriptions`, {})).status;
  for (let n = 0; n < 100; n += 1) await environment.given.topic(`topic-${n}`, []);
  for (let n = 0; n < 100; n += 1) expect(await join(`topic-${n}`)).toBe(201);
  expect([await join("team"), await join("topic-7")]).toEqual([409, 201]);
  const proven = await openInbox(service.url, environment, "bob");
  expect((await proven.post("/topics/new/subscriptions", {})).status).toBe(201);
});

test("a session without a hash changes switches of channels, workflows and subscriptions, as a page does", async () => {
  const inbox = await openUnproven();
  expect((await inbox.patch("/preferences", { email: false })).body.data.channels.email).toBe(false);
  expect((await inbox.patch("/preferences/news", { in_app: false })).status).toBe(200);
  expect((await inbox.post(SUBSCRIPTIONS, { preferences: ["news"] })).status).toBe(201);
  const changed = await inbox.patch("/subscriptions/tk_team:si_ada/preferences/news", { enabled: false });
  expect([changed.status, changed.body.data.enabled]).toEqual([200, false]);
  expect(await storedFor()).toEqual({ email: false, schedule: undefined, topics: ["team"] });
  expect((await inbox.delete(`${SUBSCRIPTIONS}/tk_team:si_ada`)).status).toBe(204);
});

describe("what a browser without a hash stored for a name is gone once the name gets", () => {
  const ada = { subscriberId: "ada", email: "ada@example.com" };
  const credentials = { providerId: "push-webhook", credentials: { deviceTokens: ["t"] } };
  const cases: [string, () => Promise<any>, object?][] = [
    [
      "a subscriber that is created only once",
      () => environment.post("/v2/subscribers?failIfExists=true", ada),
    ],
    ["a subscriber that is created", () => environment.post("/v2/subscribers", ada)],
    ["a subscriber of the older API", () => environment.post("/v1/subscribers", ada)],
    ["a subscriber in bulk", () => environment.post("/v1/subscribers/bulk", { subscribers: [ada] })],
    ["a field", () => environment.patch("/v2/subscribers/ada", { firstName: "Ada" })],
    ["a token of a device", () => environment.put("/v1/subscribers/ada/credentials", credentials)],
    ["a choice", () => environment.patch("/v2/subscribers/ada/preferences", { channels: { sms: false } })],
    [
      "a subscription",
      () => environment.post("/v2/topics/other/subscriptions", { subscriberIds: ["ada"] }),
      { topics: ["other"] },
    ],
    ["a session with a hash", () => openInbox(service.url, environment, "ada")],
  ];
  test.each(cases)("%s", async (_, store, left = {}) => {
    await environment.given.integration("push-webhook", `${receiver.url}/push`);
    const inbox = await openUnproven();
    await inbox.patch("/preferences", { email: false });
    await inbox.patch("/preferences/news", { in_app: false });
    await inbox.post(SUBSCRIPTIONS, {});
    expect(await storedFor()).toMatchObject({ email: false, topics: ["team"] });
    expect((await store()).status ?? 200).toBeLessThan(300);
    expect(await storedFor()).toEqual({ ...NOTHING, ...left });
    const created = await environment.post("/v2/subscribers?failIfExists=true", ada);
    expect(created.status).toBe(409);
    // From now on, nothing of it is lost.
    await openInbox(service.url, environment, "ada", { defaultSchedule: SCHEDULE });
    await environment.patch("/v2/subscribers/ada", { lastName: "Lovelace" });
    expect(await storedFor()).toMatchObject({ schedule: { isEnabled: true }, ...left });
  });
});

test("once hashes are demanded, topics and broadcasts leave out what only browsers without one have named", async () => {
  await (await openUnproven("eve")).post(SUBSCRIPTIONS, {});
  const to = { type: "Topic", topicKey: "team" };
  const triggerTopic = () => environment.post("/v1/events/trigger", { name: "news", to, payload: {} });
  const broadcast = () => environment.post("/v1/events/trigger/broadcast", { name: "news", payload: {} });
  // All recipients get their notifications in one transaction.
  const recipients = async (trigger: () => Promise<any>, count: number) => {
    const page = await environment.finished((await trigger()).body.transactionId, count);
    return page.map(({ subscriber }: any) => subscriber.subscriberId).sort();
  };
  expect(await recipients(triggerTopic, 2)).toEqual(["eve", "owner"]);
  expect(await recipients(broadcast, 2)).toEqual(["eve", "owner"]);
  await setHmac(true);
  await time.advance(10_000);
  expect(await recipients(triggerTopic, 1)).toEqual(["owner"]);
  expect(await recipients(broadcast, 1)).toEqual(["owner"]);
  // The backend names it: it is reached again.
  await environment.post("/v2/topics/team/subscriptions", { subscriberIds: ["eve"] });
  expect(await recipients(triggerTopic, 2)).toEqual(["eve", "owner"]);
});
