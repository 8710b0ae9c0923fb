import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { captureLog } from "../testing/captured-log.ts";
import { ada } from "../testing/given.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, email, inApp, lasting, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, runOf } from "../testing/virtual-time.ts";

/** What the log says of deliveries at its default level: failures, with the ids that an operator searches by. */

const captured = captureLog("warn");
const provider = await useScriptedProvider();
const service = await useTestService({}, { log: captured.log });
beforeEach(() => void captured.lines.splice(0));

const messages = () => captured.lines.map((line) => JSON.parse(line).msg);

test("given a refused message, its attempt and its dead letter are logged once, with the same ids", async () => {
  const environment = await frozenAt(service);
  const { _id: integrationId } = await environment.given.integration("email-webhook", `${provider.url}/mail`);
  await environment.given.workflow("news", [email("Hello")]);
  provider.script("/mail", status(400));
  const transactionId = await environment.trigger("news", ada);
  await settled(environment);
  const { _id: notificationId } = await runOf(environment, transactionId);
  const ids = { environmentId: environment.id, transactionId, notificationId, integrationId };
  const [attempt, letter] = captured.lines.map((line) => JSON.parse(line));
  expect(attempt).toMatchObject({
    level: "warn",
    msg: "an attempt failed",
    providerId: "email-webhook",
    attempt: 1,
    outcome: "rejected",
    ...ids,
  });
  expect(letter).toMatchObject({
    level: "warn",
    msg: "a message was given up; it is a dead letter",
    channel: "email",
    reason: "rejected",
    ...ids,
  });
  expect(captured.lines).toHaveLength(2);
});

test("a breaker: logs opening and closing once each, and no message that it holds back", async () => {
  const environment = await frozenAt(service);
  const { _id: integrationId } = await environment.given.integration("generic-sms", `${provider.url}/sms`);
  await environment.given.workflow("otp", [sms("Code {{ payload.code }}")]);
  // Five refusals open the breaker, three failed probes keep it open.
  provider.script("/sms", ...Array(8).fill(status(503)));
  const to = Array.from({ length: 20 }, (_, index) => ({ subscriberId: `s${index}`, phone: "+31600000001" }));
  for (const one of to) {
    await environment.trigger("otp", one, { payload: { code: 1 } });
    await settled(environment);
  }
  // The same message may be the failed probe three times: its fourth retry is planned after up to 12 minutes.
  await advance(environment, 30, "minutes");
  const failed = messages().filter((message) => message === "an attempt failed");
  expect(failed.length).toBe(provider.calls.length - to.length);
  const others = captured.lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg !== "an attempt failed");
  expect(others.map(({ msg }) => msg)).toEqual([
    "a breaker opened: the provider is not called for a while",
    "a breaker closed: the provider is called again",
  ]);
  for (const line of others) expect(line).toMatchObject({ environmentId: environment.id, integrationId });
});

test("given a job given up after repeated crashes, the log has one error for it", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("held", [delay(lasting(1, "hours")), inApp("hello")]);
  const transactionId = await environment.trigger("held", "ada");
  await settled(environment);
  await service.database.query(sql`
    update jobs set unfinished_claims = 9, claimed_by = 0, lease = lease + 1, due_at = now()
    where environment_id = ${environment.id} and due_at is not null`);
  const [{ _id: notificationId, jobs }] = await environment.finished(transactionId);
  expect(await captured.waitFor("a job was given up")).toMatchObject({
    level: "error",
    environmentId: environment.id,
    transactionId,
    notificationId,
    jobId: jobs[0]._id,
    code: "step_crashed",
  });
});
