import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { captureLog } from "../testing/captured-log.ts";
import { integrate } from "../testing/integrate.ts";
import { openScriptedProvider, type ScriptedProvider, status } from "../testing/scripted-provider.ts";
import { ada, mail, text } from "../testing/sending-setup.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { advance, frozenAt, runOf, settled } from "../testing/virtual-time.ts";
import { delay, inbox, lasting, makeWorkflow } from "../testing/workflows.ts";

/** What the log says of deliveries at its default level: failures, with the ids that an operator searches by. */

const NEW_YEAR = "2026-01-01T00:00:00.000Z";
const captured = captureLog("warn");
let service: TestService;
let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await openScriptedProvider();
  service = await startTestService({}, { log: captured.log });
});
beforeEach(() => {
  captured.lines.splice(0);
  provider.reset();
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const messages = () => captured.lines.map((line) => JSON.parse(line).msg);

test("given a refused message, its attempt and its dead letter are logged once, with the same ids", async () => {
  const environment = await frozenAt(service, NEW_YEAR);
  const { _id: integrationId } = await integrate(environment, "email-webhook", {
    webhookUrl: `${provider.url}/mail`,
  });
  await makeWorkflow(environment, "news", [mail()]);
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
  const environment = await frozenAt(service, NEW_YEAR);
  const { _id: integrationId } = await integrate(environment, "generic-sms", {
    baseUrl: `${provider.url}/sms`,
  });
  await makeWorkflow(environment, "otp", [text()]);
  // Five refusals open the breaker, three failed probes keep it open.
  provider.script("/sms", ...Array(8).fill(status(503)));
  const to = Array.from({ length: 20 }, (_, index) => ({ subscriberId: `s${index}`, phone: "+31600000001" }));
  for (const one of to) {
    await environment.trigger("otp", one, { payload: { code: 1 } });
    await settled(environment);
  }
  await advance(environment, 10, "minutes");
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
  const environment = await frozenAt(service, NEW_YEAR);
  await makeWorkflow(environment, "held", [delay(lasting(1, "hours")), inbox("hello")]);
  const transactionId = await environment.trigger("held", "ada");
  await settled(environment);
  await service.database.query(sql`
    update jobs set claims = 9, claimed_by = 0, lease = lease + 1, due_at = now()
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
