import { triggerEventsBulk } from "@tidings/contract";
import { describe, expect, test } from "vitest";
import { createClient } from "../../client/src/client.ts";
import { statusesOf } from "../testing/job-readings.ts";
import { NOVU_CLIENTS } from "../testing/novu-clients.ts";
import { inApp } from "../testing/steps.ts";
import { startTestService, useTestService } from "../testing/test-service.ts";

/** A subscriberId is chosen by the client: every id that identity providers use names the subscriber everywhere. */

const service = await useTestService();

const IDS = [
  "auth0|5f7",
  "google-oauth2|1",
  "org/1",
  "+49 30 123456",
  "cn=Ada Lovelace,dc=example",
  "ada%2F1?x#y",
  "Jürgen",
  "用户 一",
  "a".repeat(255),
  "😀".repeat(255),
  " ada ",
  '{"a":"b"}',
  "__proto__",
  "a\\b'c",
];

/** Long ids are shortened in titles. */
const labelOf = (id: string) => (id.length < 100 ? id : `${[...id][0]} repeated 255 times`);

test.each(IDS.map((id) => [labelOf(id), id]))(
  "the subscriberId %s: names the same subscriber in every operation",
  async (_, id) => {
    const environment = await service.newEnvironment();
    const { subscribers, events, topics, preferences, messages, notifications } = createClient({
      url: service.url,
      apiKey: environment.apiKey,
    });
    await environment.given.workflow("hello", [
      inApp("Hello {{subscriber.subscriberId}} from {{payload.x}}"),
    ]);
    expect((await subscribers.create({ subscriberId: id, firstName: "Ada" })).subscriberId).toBe(id);
    expect((await subscribers.get(id)).firstName).toBe("Ada");
    expect((await subscribers.update(id, { lastName: "L" })).lastName).toBe("L");
    expect((await subscribers.search({ subscriberId: id })).data.map((one) => one.subscriberId)).toEqual([
      id,
    ]);
    expect((await preferences.get(id)).global.enabled).toBe(true);
    expect((await preferences.update(id, { channels: { email: false } })).global.channels.email).toBe(false);
    await topics.subscribe("team", { subscriptions: [id] });
    expect((await topics.getSubscriber("team", id)).externalSubscriberId).toBe(id);
    expect((await topics.listSubscriptions("team", { subscriberId: id })).data).toHaveLength(1);
    expect((await topics.listOfSubscriber(id)).data.map(({ topic }) => topic.key)).toEqual(["team"]);

    const { transactionId = "" } = await events.trigger({ name: "hello", to: [id, { subscriberId: id }] });
    const [run] = await environment.finished(transactionId);
    expect(statusesOf(run)).toEqual(["completed"]);
    const listed = await messages.list({ subscriberId: id });
    expect(listed.data.map(({ subscriber }) => subscriber?.subscriberId)).toEqual([id]);
    const found = await notifications.list({ subscriberIds: [id] });
    expect(found.data.map(({ subscriber }) => subscriber?.subscriberId)).toEqual([id]);

    const actor = { name: "hello", actor: id, to: { type: "Topic" as const, topicKey: "team" } };
    await events.trigger({ ...actor, transactionId: "without the actor" });
    await environment.until("/v1/events/trigger/without%20the%20actor", ({ isExpanding }) => !isExpanding);
    expect((await events.report("without the actor")).recipients).toBe(0);
    await topics.unsubscribe("team", { subscriptions: [id] });
    expect((await subscribers.delete(id)).acknowledged).toBe(true);
  },
);

const WRONG: [what: string, id: string, sentence: string][] = [
  ["empty", "", "should not be empty"],
  ["blank", " \u00a0 ", "must not be blank or contain control characters"],
  ["with a line break", "a\nb", "must not be blank or contain control characters"],
  ["with a C1 control character", "a\u0085b", "must not be blank or contain control characters"],
  ["longer than 255", "é".repeat(256), "must be shorter than or equal to 255 characters"],
];

describe.each(WRONG)("given a subscriberId that is %s", (_, id, sentence) => {
  test("the refusal names the field, wherever a subscriber can be created", async () => {
    const environment = await service.newEnvironment("bare");
    const trigger = (more: object) =>
      environment.post("/v1/events/trigger", { name: "w", to: "ada", ...more });
    const refused: [field: string, answer: ReturnType<typeof trigger>][] = [
      ["subscriberId", environment.post("/v2/subscribers", { subscriberId: id })],
      ["to", trigger({ to: id })],
      ["to.1", trigger({ to: ["ada", id] })],
      ["to.subscriberId", trigger({ to: { subscriberId: id } })],
      ["to.1.subscriberId", trigger({ to: ["ada", { subscriberId: id }] })],
      ["to.exclude.0", trigger({ to: { type: "Topic", topicKey: "t", exclude: [id] } })],
      ["actor", trigger({ actor: id })],
      ["actor.subscriberId", trigger({ actor: { subscriberId: id } })],
    ];
    for (const [field, answer] of refused) {
      const { status, body } = await answer;
      expect([status, body.message, Object.keys(body.errors)]).toEqual([
        422,
        "Validation Error",
        [field, "general"],
      ]);
      expect(body.errors[field].messages).toEqual([`${field} ${sentence}`]);
      expect(body.errors.general.messages).toEqual([`${field} ${sentence}`]);
    }
  });
});

test("given a subscriberId with NUL, it is refused as text that cannot be stored", async () => {
  const environment = await service.newEnvironment("bare");
  const to = ["ada", { subscriberId: "a\0b" }];
  const { status, body } = await environment.post("/v1/events/trigger", { name: "w", to });
  const sentence = "to.1.subscriberId must not contain the character NUL (U+0000)";
  expect([status, body.message]).toEqual([400, sentence]);
});

test.each(NOVU_CLIENTS)(
  "given a bad recipient in a bulk call of @novu/api $version, only its event is refused",
  async ({ open }) => {
    const own = await startTestService({ brand: "novu" });
    try {
      const environment = await own.newEnvironment();
      await environment.given.workflow("hello", [inApp("Hello")]);
      const events = [
        { workflowId: "hello", to: "auth0|5f7", transactionId: "first" },
        { workflowId: "hello", to: ["ada", ""] },
        { workflowId: "hello", to: { subscriberId: "a\nb" } },
        { workflowId: "hello", to: "ada", transactionId: "" },
        { workflowId: "hello", to: "org/1", transactionId: "last" },
      ];
      const { result } = await open(own, environment).triggerBulk({ events });
      expect(result).toEqual([
        { acknowledged: true, status: "processed", transactionId: "first" },
        { acknowledged: true, status: "invalid_recipients", error: ["to.1 should not be empty"] },
        {
          acknowledged: true,
          status: "invalid_recipients",
          error: ["to.subscriberId must not be blank or contain control characters"],
        },
        { acknowledged: true, status: "error", error: ["transactionId should not be empty"] },
        { acknowledged: true, status: "processed", transactionId: "last" },
      ]);
      for (const id of ["first", "last"]) await environment.finished(id);
      expect((await environment.get("/v1/notifications")).body.data).toHaveLength(2);
    } finally {
      await own.close();
    }
  },
);

test("given a keyed bulk call with a bad recipient, its replay answers the same", async () => {
  const environment = await service.newEnvironment();
  const client = createClient({ url: service.url, apiKey: environment.apiKey });
  const events = [
    { name: "welcome", to: "org/1" },
    { name: "welcome", to: "" },
  ];
  const send = () => client.call(triggerEventsBulk, { body: { events }, idempotencyKey: "once" });
  const first = await send();
  expect(first.map(({ status }) => status)).toEqual(["processed", "invalid_recipients"]);
  expect(await send()).toEqual(first);
});
