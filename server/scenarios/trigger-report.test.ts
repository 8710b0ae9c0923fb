import { expect, test } from "vitest";
import { email, inApp, step } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

const service = await useTestService();

const report = async (environment: TestEnvironment, transactionId: string) =>
  (await environment.get(`/v1/events/trigger/${transactionId}?includeTrigger=true`)).body;

const frozen = () => frozenAt(service);

test("given recipients with every result, the report counts delivered, failed and skipped", async () => {
  const environment = await frozen();
  const rule = { "!=": [{ var: "subscriber.firstName" }, "Skip"] };
  const condition = { skip: rule };
  await environment.given.workflow("mixed", [
    step("throttle", "limit", { amount: 1, unit: "hours", threshold: 1 }),
    email("hello {{ subscriber.data.name | upcase }}", condition),
  ]);
  await environment.given.subscriber("no-mail", { email: "no@example.com" });
  await environment.patch("/v2/subscribers/no-mail/preferences", { channels: { email: false } });
  await environment.trigger("mixed", { subscriberId: "often", email: "often@example.com" });
  await settled(environment);
  const transactionId = await environment.trigger("mixed", [
    { subscriberId: "fine", email: "fine@example.com" },
    { subscriberId: "nowhere" },
    { subscriberId: "conditional", email: "c@example.com", firstName: "Skip" },
    "often",
    "no-mail",
    { type: "Topic", topicKey: "nobody" },
  ]);
  await settled(environment);
  expect(await report(environment, transactionId)).toEqual({
    transactionId,
    workflowId: "mixed",
    createdAt: "2026-01-01T00:00:00.000Z",
    isExpanding: false,
    isCanceled: false,
    recipients: 5,
    waiting: 0,
    delivered: 1,
    failed: { no_email: 1 },
    unreachable: { no_email: 1 },
    skipped: { throttle_exceeded: 1, condition_not_met: 1, filtered_by_global: 1 },
    unknownTopics: ["nobody"],
    trigger: {
      payload: {},
      overrides: {},
      contextKeys: [],
      topics: [{ topicKey: "nobody" }],
      recipients: ["fine", "nowhere", "conditional", "often", "no-mail"],
      recipientsCapped: false,
      isBroadcast: false,
      createdAt: "2026-01-01T00:00:00.000Z",
    },
  });
});

test("the report has the trigger as it was accepted, without attachments and fields of recipients", async () => {
  const environment = await frozen();
  await environment.given.workflow("one", [inApp("x")]);
  await environment.given.subscriber("boss");
  const to = [
    ...Array.from({ length: 101 }, (_, n) => ({ subscriberId: `s${n}`, firstName: "Secret" })),
    { type: "Topic", topicKey: "all", exclude: ["s1"] },
  ];
  const transactionId = await environment.trigger("one", to, {
    payload: { order: 7, attachments: [{ name: "a.txt", file: "YQ==" }] },
    overrides: { providers: { "svc-email": { a: 1 } }, severity: "high" },
    actor: "boss",
    context: { tenant: "acme" },
  });
  await settled(environment);
  const { trigger } = await report(environment, transactionId);
  expect(trigger).toEqual({
    payload: { order: 7 },
    overrides: { providers: { "svc-email": { a: 1 } }, severity: "high" },
    actor: "boss",
    contextKeys: ["tenant:acme"],
    topics: [{ topicKey: "all", exclude: ["s1"] }],
    recipients: Array.from({ length: 100 }, (_, n) => `s${n}`),
    recipientsCapped: true,
    isBroadcast: false,
    createdAt: "2026-01-01T00:00:00.000Z",
  });
});

test("without includeTrigger the report has no payload, because programs ask for it again and again", async () => {
  const environment = await frozen();
  await environment.given.workflow("one", [inApp("x")]);
  const transactionId = await environment.given.trigger("one", { text: "x".repeat(100_000) });
  const { body } = await environment.get(`/v1/events/trigger/${transactionId}`);
  expect(body).toMatchObject({ transactionId, delivered: 1 });
  expect(body).not.toHaveProperty("trigger");
});

test("given runs that wait, are merged or are canceled, the report follows", async () => {
  const environment = await frozen();
  await environment.given.workflow("collect", [
    step("digest", "collect", { amount: 1, unit: "hours" }),
    inApp("x"),
  ]);
  await environment.given.workflow("wait", [step("delay", "wait", { amount: 1, unit: "hours" }), inApp("x")]);
  const first = await environment.trigger("collect", "ada");
  await settled(environment);
  const second = await environment.trigger("collect", "ada");
  const canceled = await environment.trigger("wait", ["ada", "bob"]);
  await settled(environment);
  expect(await report(environment, first)).toMatchObject({ recipients: 1, waiting: 1 });
  expect(await report(environment, second)).toMatchObject({ waiting: 0, skipped: { digest_merged: 1 } });
  await environment.delete(`/v1/events/trigger/${canceled}`);
  expect(await report(environment, canceled)).toMatchObject({ recipients: 2, skipped: { step_canceled: 2 } });
  await advance(environment, 1, "hours");
  expect(await report(environment, first)).toMatchObject({ recipients: 1, waiting: 0, delivered: 1 });
});

test("given a workflow without channels, its recipients count as delivered", async () => {
  const environment = await frozen();
  await environment.given.workflow("compute", [step("custom", "sum", { value: "1" })]);
  const transactionId = await environment.trigger("compute", "ada");
  await settled(environment);
  expect(await report(environment, transactionId)).toMatchObject({ recipients: 1, delivered: 1 });
});

test("given an unknown trigger, its report answers 404", async () => {
  const environment = await frozen();
  expect((await environment.get("/v1/events/trigger/none")).status).toBe(404);
});
