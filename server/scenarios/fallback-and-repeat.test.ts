import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { useHttpReceiver } from "../testing/receivers.ts";
import { inApp, push, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

let pushAnswers = 200;
const provider = await useHttpReceiver((call, response) => {
  response.writeHead(call.path === "/push" ? pushAnswers : 200).end('{"id":"p1"}');
});
const service = await useTestService();
beforeEach(() => {
  pushAnswers = 200;
  provider.calls.length = 0;
});

const text = (more: object) => ({ ...sms("Please look"), ...more });
const MINUTES_10 = { amount: 10, unit: "minutes" };

async function prepared(steps: object[]): Promise<TestEnvironment> {
  const environment = await frozenAt(service);
  await environment.given.integration("generic-sms", `${provider.url}/sms`);
  await environment.given.integration("push-webhook", `${provider.url}/push`);
  await environment.given.subscriber("ada", { phone: "+31600000001" });
  await environment.given.credentials("ada", "push-webhook", { deviceTokens: ["d1"] });
  await environment.given.workflow("alarm", steps);
  return environment;
}

const trigger = async (environment: TestEnvironment) => {
  const transactionId = await environment.trigger("alarm", "ada");
  await settled(environment);
  return transactionId;
};
const mark = (environment: TestEnvironment, what: "seen" | "read") =>
  service.database.query(
    what === "seen"
      ? sql`update messages set seen_at = now() where environment_id = ${environment.id} and channel = 'in_app'`
      : sql`update messages set read_at = now() where environment_id = ${environment.id} and channel = 'in_app'`,
  );
const called = () => provider.calls.map(({ path }) => path);
const codesOf = async (environment: TestEnvironment, transactionId: string, index: number) => {
  const [notification] = await environment.finished(transactionId);
  const { status, executionDetails } = notification.jobs[index];
  return [status, executionDetails.at(-1).code];
};

test("given an SMS onlyIf the push is not delivered, a delivered push cancels it with a reason", async () => {
  const environment = await prepared([push("Look"), text({ onlyIf: { step: "push", is: "not_delivered" } })]);
  const transactionId = await trigger(environment);
  expect(await codesOf(environment, transactionId, 1)).toEqual(["canceled", "already_reached"]);
  expect(called()).toEqual(["/push"]);
});

test("given an SMS onlyIf the push is not delivered, a failed push sends it", async () => {
  pushAnswers = 400;
  const environment = await prepared([push("Look"), text({ onlyIf: { step: "push", is: "not_delivered" } })]);
  const transactionId = await trigger(environment);
  expect(await codesOf(environment, transactionId, 1)).toEqual(["completed", "message_sent"]);
  expect(called()).toEqual(["/push", "/sms"]);
});

test.each([
  ["not_seen", "seen", 0],
  ["not_seen", "read", 0],
  ["not_read", "seen", 1],
  ["not_read", "read", 0],
  ["not_seen", "unseen", 1],
] as const)(
  "given an SMS onlyIf in-app is %s within 10 minutes, and it is %s, %i SMS are sent",
  async (is, what, count) => {
    const onlyIf = { step: "inbox", is, within: MINUTES_10 };
    const environment = await prepared([inApp("look"), text({ onlyIf })]);
    const transactionId = await trigger(environment);
    await advance(environment, 9, "minutes");
    expect(called()).toEqual([]);
    if (what !== "unseen") await mark(environment, what);
    await advance(environment, 2, "minutes");
    await environment.finished(transactionId);
    expect(called()).toHaveLength(count);
  },
);

test("given a step that waits for a reaction, it is canceled when its channel is disabled meanwhile", async () => {
  const onlyIf = { step: "inbox", is: "not_seen", within: MINUTES_10 };
  const environment = await prepared([inApp("look"), text({ onlyIf })]);
  const transactionId = await trigger(environment);
  await environment.given.preference("ada", { channels: { sms: false } });
  await advance(environment, 11, "minutes");
  expect(await codesOf(environment, transactionId, 1)).toEqual(["canceled", "filtered_by_global"]);
});

test("given an SMS repeated until read, reading after the second prevents a third", async () => {
  const repeat = { until: "read", step: "inbox", every: MINUTES_10, atMost: 5 };
  const environment = await prepared([inApp("look"), text({ repeat })]);
  const transactionId = await trigger(environment);
  await advance(environment, 11, "minutes");
  expect(called()).toHaveLength(2);
  await mark(environment, "read");
  await advance(environment, 60, "minutes");
  expect(await codesOf(environment, transactionId, 1)).toEqual(["completed", "repeat_ended"]);
  expect(called()).toHaveLength(2);
  expect(new Set(provider.calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
});

test("given a message repeated until seen, it is repeated `atMost` times, and the run continues", async () => {
  const repeat = { until: "seen", every: MINUTES_10, atMost: 3 };
  const after = { ...inApp("the end"), stepId: "end" };
  const environment = await prepared([{ ...inApp("look"), repeat }, after]);
  const transactionId = await trigger(environment);
  await advance(environment, 60, "minutes");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
  const { body } = await environment.get("/v1/messages");
  expect(body.data.map(({ content }: any) => content)).toEqual(["the end", "look", "look", "look", "look"]);
});

test("given a step that waits for a reaction, canceling the trigger sends nothing more", async () => {
  const onlyIf = { step: "inbox", is: "not_seen", within: MINUTES_10 };
  const environment = await prepared([inApp("look"), text({ onlyIf })]);
  const transactionId = await trigger(environment);
  expect((await environment.delete(`/v1/events/trigger/${transactionId}`)).body.data ?? true).toBe(true);
  await advance(environment, 20, "minutes");
  expect(called()).toEqual([]);
});

test("given onlyIf or repeat with an impossible step, the workflow is refused with the field", async () => {
  const environment = await service.newEnvironment();
  const cases: [object[], string][] = [
    [[text({ onlyIf: { step: "later", is: "not_delivered" } })], "steps.0.onlyIf.step"],
    [[push("Look"), text({ onlyIf: { step: "push", is: "not_read" } })], "steps.1.onlyIf.step"],
    [
      [push("Look"), text({ repeat: { until: "read", every: MINUTES_10, atMost: 2 } })],
      "steps.1.repeat.step",
    ],
  ];
  for (const [steps, field] of cases) {
    const answer = await environment.post("/v2/workflows", { name: "No", workflowId: "no", steps });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  }
});
