import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { status } from "../testing/scripted-provider.ts";
import { ada, mail, openSendingSetup, type SendingSetup, text } from "../testing/sending-setup.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { advance, begin, endOf, messagesOf, runOf } from "../testing/virtual-time.ts";
import { makeWorkflow } from "../testing/workflows.ts";

let stage: SendingSetup;
beforeAll(async () => {
  stage = await openSendingSetup();
});
afterAll(() => stage.close());
beforeEach(() => stage.provider.reset());

const inbox = (more: object = {}) => ({
  name: "In",
  stepId: "in",
  type: "in_app",
  controlValues: { body: "Look" },
  ...more,
});
const statusesOf = ({ jobs }: any): string[] => jobs.map((job: any) => job.status);
const channelsOf = async (environment: TestEnvironment) =>
  (await messagesOf(environment)).filter((one) => one.status === "sent").map(({ channel }) => channel);

/** Runs outside the transaction that holds the lock: inside it, PostgreSQL repeats the first result. */
const WAITING_FOR_A_LOCK = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** An environment with an SMS gateway that refuses its first calls, a working mailer, and a workflow. */
async function withFailingGateway(refusals: number, steps: object[]): Promise<TestEnvironment> {
  const environment = await stage.frozen();
  await stage.gateway(environment, "/sms");
  await stage.mailer(environment, "/mail");
  stage.provider.script("/sms", ...Array(refusals).fill(status(503)));
  await makeWorkflow(environment, "news", steps);
  return environment;
}

test("given an SMS that waits for a retry, the in-app steps after it are sent at once", async () => {
  const environment = await withFailingGateway(3, [text(), inbox(), inbox({ stepId: "second" })]);
  const transactionId = await begin(environment, "news", {}, { to: ada });
  expect(statusesOf(await runOf(environment, transactionId))).toEqual(["running", "completed", "completed"]);
  expect(await channelsOf(environment)).toEqual(["in_app", "in_app"]);
  await advance(environment, 1, "hours");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual([
    "completed",
    "completed",
    "completed",
  ]);
  expect(stage.provider.calls).toHaveLength(4);
});

test("given an SMS that waits for a retry, only its fallback waits, and is canceled at success", async () => {
  const fallback = mail({ onlyIf: { step: "text", is: "not_delivered" } });
  const environment = await withFailingGateway(2, [text(), fallback, inbox()]);
  const transactionId = await begin(environment, "news", {}, { to: ada });
  expect(statusesOf(await runOf(environment, transactionId))).toEqual(["running", "pending", "completed"]);
  await advance(environment, 1, "hours");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual(["completed", "canceled", "completed"]);
});

test("given an SMS that is given up, its fallback is sent", async () => {
  const fallback = mail({ onlyIf: { step: "text", is: "not_delivered" } });
  const environment = await withFailingGateway(9, [
    text({ delivery: { maxAttempts: 2 } }),
    fallback,
    inbox(),
  ]);
  const transactionId = await begin(environment, "news", {}, { to: ada });
  await advance(environment, 1, "hours");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual(["failed", "completed", "completed"]);
});

test("given an SMS that waits for a retry, steps that name it wait and others do not", async () => {
  const byText = inbox({ stepId: "by-text", controlValues: { body: "{{ steps.text.anything }} text" } });
  const rule = { "!=": [{ var: "steps.text.anything" }, "x"] };
  const byRule = inbox({ stepId: "by-rule", controlValues: { body: "rule", skip: rule } });
  const byPath = inbox({ stepId: "by-path", controlValues: { body: "{{ steps[payload.name].x }} path" } });
  const environment = await withFailingGateway(1, [text(), byText, byRule, byPath, inbox()]);
  const transactionId = await begin(environment, "news", { name: "text" }, { to: ada });
  const statuses = statusesOf(await runOf(environment, transactionId));
  expect(statuses).toEqual(["running", "pending", "pending", "pending", "completed"]);
  await advance(environment, 10, "minutes");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual(Array(5).fill("completed"));
});

test("given an SMS that waits for a retry, a delay after it ends and the next step runs", async () => {
  const delay = {
    name: "Wait",
    stepId: "wait",
    type: "delay",
    controlValues: { amount: 5, unit: "minutes" },
  };
  const environment = await withFailingGateway(9, [text(), delay, inbox()]);
  const transactionId = await begin(environment, "news", {}, { to: ada });
  expect(statusesOf(await runOf(environment, transactionId))).toEqual(["running", "delayed", "pending"]);
  await advance(environment, 6, "minutes");
  expect(statusesOf(await runOf(environment, transactionId))).toEqual(["running", "completed", "completed"]);
  await advance(environment, 2, "hours");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual(["failed", "completed", "completed"]);
});

test("given another worker that stores an outcome of the run, the step waits and sees it", async () => {
  const delay = {
    name: "Wait",
    stepId: "wait",
    type: "delay",
    controlValues: { amount: 1, unit: "minutes" },
  };
  const fallback = inbox({ stepId: "fall-back", onlyIf: { step: "text", is: "not_delivered" } });
  const environment = await withFailingGateway(9, [text(), delay, fallback]);
  const transactionId = await begin(environment, "news", {}, { to: ada });
  const { _id } = await runOf(environment, transactionId);
  let moved: Promise<unknown> = Promise.resolve();
  await stage.database.transaction(async (tx) => {
    await tx.query(sql`select from notifications where id = ${_id} for update`);
    moved = advance(environment, 1, "minutes");
    await expect
      .poll(async () => (await stage.database.query(WAITING_FOR_A_LOCK)).length, { timeout: 5_000 })
      .toBeGreaterThan(0);
    expect(statusesOf(await runOf(environment, transactionId))).toEqual(["running", "delayed", "pending"]);
    await tx.query(sql`update jobs set status = 'failed', due_at = null, lease = lease + 1
      where notification_id = ${_id} and position = 0`);
  });
  await moved;
  expect(statusesOf(await runOf(environment, transactionId))).toEqual(["failed", "completed", "completed"]);
});

test("given two failing providers, each message is sent once, and steps between are not delayed", async () => {
  const environment = await withFailingGateway(2, [text(), mail(), inbox(), mail({ stepId: "last" })]);
  stage.provider.script("/mail", ...Array(3).fill(status(503)));
  const transactionId = await begin(environment, "news", {}, { to: ada });
  expect(statusesOf(await runOf(environment, transactionId)).slice(0, 3)).toEqual([
    "running",
    "running",
    "completed",
  ]);
  await advance(environment, 3, "hours");
  expect(statusesOf(await endOf(environment, transactionId))).toEqual(Array(4).fill("completed"));
  expect(stage.provider.keys().size).toBe(3);
  expect((await messagesOf(environment)).filter(({ status: word }) => word === "sent")).toHaveLength(4);
});

test("given an SMS that waits beside a delay, canceling ends all steps and messages", async () => {
  const delay = { name: "Wait", stepId: "wait", type: "delay", controlValues: { amount: 5, unit: "hours" } };
  const fallback = mail({ onlyIf: { step: "text", is: "not_delivered" } });
  const environment = await withFailingGateway(9, [text(), fallback, delay, inbox()]);
  const transactionId = await begin(environment, "news", {}, { to: ada });
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
  expect(stage.provider.calls).toHaveLength(1);
});

test("given a throttle and a digest after a waiting SMS, steps that name the SMS still wait", async () => {
  const throttle = {
    name: "Few",
    stepId: "few",
    type: "throttle",
    controlValues: { type: "fixed", amount: 1, unit: "hours", threshold: 5 },
  };
  const digest = {
    name: "Digest",
    stepId: "digest",
    type: "digest",
    controlValues: { amount: 10, unit: "minutes" },
  };
  const fallback = mail({ onlyIf: { step: "text", is: "not_delivered" } });
  const environment = await withFailingGateway(9, [text(), throttle, digest, fallback, inbox()]);
  const transactionId = await begin(environment, "news", {}, { to: ada });
  expect(statusesOf(await runOf(environment, transactionId)).slice(1, 3)).toEqual(["completed", "delayed"]);
  await advance(environment, 11, "minutes");
  const statuses = statusesOf(await runOf(environment, transactionId));
  expect(statuses).toEqual(["running", "completed", "completed", "pending", "completed"]);
  await advance(environment, 2, "hours");
  expect(statusesOf(await endOf(environment, transactionId)).slice(3)).toEqual(["completed", "completed"]);
});
