import { expect, test } from "vitest";
import { environmentRows } from "../testing/environment-rows.ts";
import { detailsOf } from "../testing/job-readings.ts";
import { openHttpReceiver } from "../testing/receivers.ts";
import { chat, delay, digest, email, inApp, step, throttle } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

const service = await useTestService();

const START = "2026-03-27T20:00:00.000Z";
const WORKFLOWS: Record<string, object[]> = {
  plain: [
    inApp("Hello {{ subscriber.firstName }}, {{ payload.thing }}"),
    email("<p>{{ payload.thing }}</p>"),
  ],
  waiting: [
    delay({ amount: 2, unit: "days" }),
    inApp("after {{ steps.wait.duration }} ms at {{ now }}"),
    step("delay", "morning", { type: "timed", cron: "0 9 * * *" }),
    email("{{ 'now' | date: '%A %H:%M', 'Europe/Berlin' }}"),
  ],
  collecting: [
    digest({ amount: 1, unit: "hours", digestKey: "thing" }),
    inApp("{{ steps.collect.eventCount }}: {{ step.events | map: 'thing' | join: ', ' }}"),
  ],
  "looking-back": [
    digest({ amount: 1, unit: "hours", lookBackWindow: { amount: 1, unit: "days" } }),
    inApp("digest {{ step.digest }}"),
  ],
  throttled: [throttle({ amount: 1, unit: "hours", threshold: 1 }), inApp("passed")],
  conditional: [
    step("in_app", "never", { subject: "a", body: "b", skip: { "==": [{ var: "payload.thing" }, "other"] } }),
    step("custom", "sum", { value: "{{ payload.thing | size }}" }),
    inApp("{{ steps.sum.value }} letters"),
  ],
  broken: [step("in_app", "bad", { subject: "x", body: "{{ payload.thing | nofilter }}" }), inApp("goes on")],
  "bad-delay": [delay({ type: "dynamic", dynamicKey: "nowhere" }), inApp("never")],
  quiet: [email("at night"), inApp("always")],
  extended: [delay({ amount: 1, unit: "hours", extendToSchedule: true }), email("in the morning")],
};

async function prepared(): Promise<TestEnvironment> {
  const environment = await frozenAt(service, START);
  await environment.given.subscriber("ada", {
    firstName: "Ada",
    email: "ada@example.com",
    timezone: "Europe/Berlin",
  });
  const open = { isEnabled: true, hours: [{ start: "08:00 AM", end: "05:00 PM" }] };
  const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  const weeklySchedule = Object.fromEntries(days.map((day) => [day, open]));
  await environment.given.preference("ada", {
    schedule: { isEnabled: true, weeklySchedule },
  });
  for (const [name, steps] of Object.entries(WORKFLOWS)) await environment.given.workflow(name, steps);
  return environment;
}

const explain = async (environment: TestEnvironment, body: object) => {
  const { status, body: answer } = await environment.post("/v1/events/trigger/explain", body);
  expect(status).toBe(200);
  return answer;
};

/** The recorded run in the form of an explanation. */
async function recorded(environment: TestEnvironment, transactionId: string) {
  const [notification] = await environment.finished(transactionId);
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}&limit=100`);
  return notification.jobs.map((job: any) => ({
    type: job.type,
    status: job.status,
    details: detailsOf(job),
    times: job.executionDetails.map(({ createdAt }: any) => createdAt),
    messages: body.data
      .filter((message: any) => message._messageTemplateId === job.step._id)
      .map(({ content, subject, email: address }: any) => ({ content, subject, address })),
  }));
}

const simulated = (explanation: any) =>
  explanation.recipients[0].steps.map((one: any) => ({
    type: one.type,
    status: one.status,
    details: one.details.map(({ detail }: any) => detail),
    times: one.details.map(({ at }: any) => at),
    messages: one.messages.map(({ content, subject, email: address }: any) => ({
      content,
      subject,
      address,
    })),
  }));

/** Events, by position, that a later event joins or that merge themselves: only their statuses are compared. */
const DIGESTED: Readonly<Record<string, readonly number[]>> = { collecting: [0, 1], "looking-back": [1, 2] };

for (const name of Object.keys(WORKFLOWS)) {
  test(`explain: the explanation of workflow "${name}" matches what happens afterwards`, async () => {
    const environment = await prepared();
    const events: { explanation: any; transactionId: string }[] = [];
    for (const thing of ["book", "book", "lamp"]) {
      const explanation = await explain(environment, { name, to: "ada", payload: { thing } });
      const transactionId = await environment.trigger(name, "ada", { payload: { thing } });
      await settled(environment);
      events.push({ explanation, transactionId });
    }
    await advance(environment, 5, "days");
    const runs = await Promise.all(events.map((event) => recorded(environment, event.transactionId)));
    const explained = events.map(({ explanation }) => simulated(explanation));
    const statuses = (steps: any[]) => steps.map(({ status }) => status);
    expect(explained.map(statuses)).toEqual(runs.map(statuses));
    const isAlone = (_: unknown, index: number) => !DIGESTED[name]?.includes(index);
    expect(explained.filter(isAlone)).toEqual(runs.filter(isAlone));
  });
}

test("explain: an event for an open digest window is explained as merged", async () => {
  const environment = await prepared();
  await environment.trigger("collecting", "ada", { payload: { thing: "book" } });
  await settled(environment);
  const same = await explain(environment, { name: "collecting", to: "ada", payload: { thing: "book" } });
  expect(same.recipients[0].steps.map(({ status }: any) => status)).toEqual(["merged", "merged"]);
  const other = await explain(environment, { name: "collecting", to: "ada", payload: { thing: "lamp" } });
  expect(other.recipients[0].steps[1].messages[0].content).toBe("1: lamp");
});

test("explain: with recipients of every kind, stores no row and calls no provider", async () => {
  const environment = await prepared();
  const receiver = await openHttpReceiver();
  await environment.given.topic("readers", ["ada"]);
  await environment.given.workflow("everything", [
    inApp("in {{ context.tenant.data.name }} for {{ subscriber.subscriberId }}"),
    delay({ amount: 1, unit: "hours" }),
    digest({ amount: 1, unit: "hours" }),
    throttle({ amount: 1, unit: "hours", threshold: 1 }),
    email("mail"),
    chat("chat"),
  ]);
  const before = await environmentRows(service.database, environment.id);
  const channels = [{ providerId: "chat-webhook", credentials: { webhookUrl: receiver.url } }];
  const explanation = await explain(environment, {
    name: "everything",
    to: [
      { subscriberId: "new", email: "new@example.com", channels },
      { type: "Topic", topicKey: "readers" },
      { type: "Topic", topicKey: "nobody" },
      "ada",
    ],
    context: { tenant: { id: "acme", data: { name: "Acme" } } },
    payload: {},
  });
  expect(await environmentRows(service.database, environment.id)).toEqual(before);
  expect(receiver.calls).toEqual([]);
  await receiver.close();
  expect(explanation).toMatchObject({ status: "processed", hasMore: false, unknownTopics: ["nobody"] });
  expect(explanation.recipients.map(({ subscriberId, isNew }: any) => [subscriberId, isNew])).toEqual([
    ["new", true],
    ["ada", false],
  ]);
  expect(explanation.recipients[0].steps[0].messages[0].content).toBe("in Acme for new");
  expect(explanation.recipients[0].steps[4].messages[0]).toMatchObject({
    email: "new@example.com",
    integration: { identifier: expect.any(String) },
  });
});

test("explain: names the recipients, and of one recipient has the text parts of its e-mails", async () => {
  const environment = await prepared();
  await environment.given.subscriber("bob", { firstName: "Bob", email: "bob@example.com" });
  const mail = email("<h1>Hello</h1><p>{{ payload.thing }}</p>");
  await environment.given.workflow("mails", [mail, { ...email("<p>Bye</p>"), stepId: "bye" }]);
  const asked = { name: "mails", payload: { thing: "book" } };
  const one = await explain(environment, { ...asked, to: "bob" });
  const textsOf = ({ recipients }: any): string[] =>
    recipients.flatMap(({ steps }: any) => steps.map(({ messages: [message] }: any) => message.text));
  expect(textsOf(one)).toEqual([expect.stringMatching(/^hello\n+book$/i), "Bye"]);
  const overrides = { steps: { bye: { providers: { "svc-email": { text: "Plainly" } } } } };
  expect(textsOf(await explain(environment, { ...asked, to: "bob", overrides }))[1]).toBe("Plainly");
  const named = { subscriberId: "new", firstName: "Neo", lastName: "One", email: "new@example.com" };
  const two = await explain(environment, { ...asked, to: ["bob", named] });
  expect(two.recipients).toMatchObject([
    { subscriberId: "bob", firstName: "Bob" },
    { subscriberId: "new", firstName: "Neo", lastName: "One" },
  ]);
  expect(two.recipients[0]).not.toHaveProperty("lastName");
  expect(textsOf(two)).toEqual(Array(4).fill(undefined));
});

test("explain: refuses what a trigger refuses, with the same answer", async () => {
  const environment = await prepared();
  const bodies = [{ name: "nothing", to: "ada" }, { name: "plain" }, { name: "plain", to: "" }];
  for (const body of bodies) {
    const [explained, triggered] = [
      await environment.post("/v1/events/trigger/explain", body),
      await environment.post("/v1/events/trigger", body),
    ];
    expect([explained.status, explained.body.message, explained.body.errors]).toEqual([
      triggered.status,
      triggered.body.message,
      triggered.body.errors,
    ]);
  }
  await environment.trigger("plain", "ada", { transactionId: "once", payload: { thing: "x" } });
  const again = { name: "plain", to: "ada", transactionId: "once" };
  expect((await explain(environment, { ...again, payload: { thing: "x" } })).status).toBe("repeated");
  expect((await environment.post("/v1/events/trigger/explain", { ...again, payload: {} })).status).toBe(422);
});

test("explain: of 150 topic members, explains the first 100 and sets `hasMore`", async () => {
  const environment = await prepared();
  await environment.post("/v2/topics", { key: "crowd", name: "Crowd" });
  for (let from = 0; from < 150; from += 50) {
    const subscriberIds = Array.from({ length: 50 }, (_, index) => `member-${from + index}`);
    for (const subscriberId of subscriberIds) await environment.given.subscriber(subscriberId);
    await environment.post("/v2/topics/crowd/subscriptions", { subscriberIds });
  }
  const explanation = await explain(environment, {
    name: "plain",
    to: [{ type: "Topic", topicKey: "crowd" }],
    payload: { thing: "x" },
  });
  expect(explanation.recipients).toHaveLength(100);
  expect(explanation.hasMore).toBe(true);
});
