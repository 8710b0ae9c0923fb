import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { statusesOf } from "../testing/job-readings.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, digest, email, inApp, sms, throttle } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt, messagesOf, runOf } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();

const NOT_DELIVERED = { step: "text", is: "not_delivered" };
const channelsOf = async (environment: TestEnvironment) =>
  (await messagesOf(environment)).filter((one) => one.status === "sent").map(({ channel }) => channel);

/** Runs outside the transaction that holds the lock: inside it, PostgreSQL repeats the first result. */
const WAITING_FOR_A_LOCK = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** An environment with an SMS gateway that refuses its first calls, a working mailer, and a workflow. */
async function withFailingGateway(refusals: number, steps: object[]): Promise<TestEnvironment> {
  const environment = await frozenAt(service);
  await environment.given.integration("generic-sms", `${provider.url}/sms`);
  await environment.given.integration("email-webhook", `${provider.url}/mail`);
  provider.script("/sms", ...Array(refusals).fill(status(503)));
  await environment.given.workflow("news", steps);
  return environment;
}

test("given an SMS that waits for a retry, the in-app steps after it are sent at once", async () => {
  const environment = await withFailingGateway(3, [
    sms("Code"),
    inApp("Look"),
    { ...inApp("Look"), stepId: "second" },
  ]);
  const transactionId = await environment.given.trigger("news", {}, { to: ada });
  expect(statusesOf(await runOf(environment, transactionId))).toEqual(["running", "completed", "completed"]);
  expect(await channelsOf(environment)).toEqual(["in_app", "in_app"]);
  await advance(environment, 1, "hours");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual([
    "completed",
    "completed",
    "completed",
  ]);
  expect(provider.calls).toHaveLength(4);
});

test("given an SMS that waits for a retry, only its fallback waits, and is canceled at success", async () => {
  const fallback = { ...email("Hello"), onlyIf: NOT_DELIVERED };
  const environment = await withFailingGateway(2, [sms("Code"), fallback, inApp("Look")]);
  const transactionId = await environment.given.trigger("news", {}, { to: ada });
  expect(statusesOf(await runOf(environment, transactionId))).toEqual(["running", "pending", "completed"]);
  await advance(environment, 1, "hours");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual(["completed", "canceled", "completed"]);
});

test("given an SMS that is given up, its fallback is sent", async () => {
  const fallback = { ...email("Hello"), onlyIf: NOT_DELIVERED };
  const environment = await withFailingGateway(9, [
    { ...sms("Code"), delivery: { maxAttempts: 2 } },
    fallback,
    inApp("Look"),
  ]);
  const transactionId = await environment.given.trigger("news", {}, { to: ada });
  await advance(environment, 1, "hours");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual(["failed", "completed", "completed"]);
});

test("given an SMS that waits for a retry, steps that name it wait and others do not", async () => {
  const byText = { ...inApp("{{ steps.text.anything }} text"), stepId: "by-text" };
  const rule = { "!=": [{ var: "steps.text.anything" }, "x"] };
  const byRule = { ...inApp("rule", { skip: rule }), stepId: "by-rule" };
  const byPath = { ...inApp("{{ steps[payload.name].x }} path"), stepId: "by-path" };
  const environment = await withFailingGateway(1, [sms("Code"), byText, byRule, byPath, inApp("Look")]);
  const transactionId = await environment.given.trigger("news", { name: "text" }, { to: ada });
  const statuses = statusesOf(await runOf(environment, transactionId));
  expect(statuses).toEqual(["running", "pending", "pending", "pending", "completed"]);
  await advance(environment, 10, "minutes");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual(Array(5).fill("completed"));
});

test("given an SMS that waits for a retry, a delay after it ends and the next step runs", async () => {
  const wait = delay({ amount: 5, unit: "minutes" });
  const environment = await withFailingGateway(9, [sms("Code"), wait, inApp("Look")]);
  const transactionId = await environment.given.trigger("news", {}, { to: ada });
  expect(statusesOf(await runOf(environment, transactionId))).toEqual(["running", "delayed", "pending"]);
  await advance(environment, 6, "minutes");
  expect(statusesOf(await runOf(environment, transactionId))).toEqual(["running", "completed", "completed"]);
  await advance(environment, 2, "hours");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual(["failed", "completed", "completed"]);
});

test("given another worker that stores an outcome of the run, the step waits and sees it", async () => {
  const wait = delay({ amount: 1, unit: "minutes" });
  const fallback = { ...inApp("Look"), stepId: "fall-back", onlyIf: NOT_DELIVERED };
  const environment = await withFailingGateway(9, [sms("Code"), wait, fallback]);
  const transactionId = await environment.given.trigger("news", {}, { to: ada });
  const { _id } = await runOf(environment, transactionId);
  let moved: Promise<unknown> = Promise.resolve();
  await service.database.transaction(async (tx) => {
    await tx.query(sql`select from notifications where id = ${_id} for update`);
    moved = advance(environment, 1, "minutes");
    await expect
      .poll(async () => (await service.database.query(WAITING_FOR_A_LOCK)).length)
      .toBeGreaterThan(0);
    expect(statusesOf(await runOf(environment, transactionId))).toEqual(["running", "delayed", "pending"]);
    await tx.query(sql`update jobs set status = 'failed', due_at = null, lease = lease + 1
      where notification_id = ${_id} and position = 0`);
  });
  await moved;
  expect(statusesOf(await runOf(environment, transactionId))).toEqual(["failed", "completed", "completed"]);
});

test("given two failing providers, each message is sent once, and steps between are not delayed", async () => {
  const environment = await withFailingGateway(2, [
    sms("Code"),
    email("Hello"),
    inApp("Look"),
    { ...email("Hello"), stepId: "last" },
  ]);
  provider.script("/mail", ...Array(3).fill(status(503)));
  const transactionId = await environment.given.trigger("news", {}, { to: ada });
  expect(statusesOf(await runOf(environment, transactionId)).slice(0, 3)).toEqual([
    "running",
    "running",
    "completed",
  ]);
  await advance(environment, 3, "hours");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual(Array(4).fill("completed"));
  expect(provider.keys().size).toBe(3);
  expect((await messagesOf(environment)).filter(({ status: word }) => word === "sent")).toHaveLength(4);
});

test("given an SMS that waits beside a delay, canceling ends all steps and messages", async () => {
  const wait = delay({ amount: 5, unit: "hours" });
  const fallback = { ...email("Hello"), onlyIf: NOT_DELIVERED };
  const environment = await withFailingGateway(9, [sms("Code"), fallback, wait, inApp("Look")]);
  const transactionId = await environment.given.trigger("news", {}, { to: ada });
  expect(statusesOf(await runOf(environment, transactionId))).toEqual([
    "running",
    "pending",
    "delayed",
    "pending",
  ]);
  await environment.delete(`/v1/events/trigger/${transactionId}`);
  expect(statusesOf(await endOf(environment, transactionId))).toEqual(Array(4).fill("canceled"));
  await advance(environment, 6, "hours");
  const [message] = await messagesOf(environment);
  expect(message).toMatchObject({ status: "error", errorId: "step_canceled" });
  expect(provider.calls).toHaveLength(1);
});

test("given a throttle and a digest after a waiting SMS, steps that name the SMS still wait", async () => {
  const few = throttle({ type: "fixed", amount: 1, unit: "hours", threshold: 5 });
  const collect = digest({ amount: 10, unit: "minutes" });
  const fallback = { ...email("Hello"), onlyIf: NOT_DELIVERED };
  const environment = await withFailingGateway(9, [sms("Code"), few, collect, fallback, inApp("Look")]);
  const transactionId = await environment.given.trigger("news", {}, { to: ada });
  expect(statusesOf(await runOf(environment, transactionId)).slice(1, 3)).toEqual(["completed", "delayed"]);
  await advance(environment, 11, "minutes");
  const statuses = statusesOf(await runOf(environment, transactionId));
  expect(statuses).toEqual(["running", "completed", "completed", "pending", "completed"]);
  await advance(environment, 2, "hours");
  expect(statusesOf(await endOf(environment, transactionId)).slice(3)).toEqual(["completed", "completed"]);
});
