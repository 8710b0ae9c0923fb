import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { codesOf } from "../testing/job-readings.ts";
import { cut, status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { email, inApp, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, NEW_YEAR } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();
const CODE = sms("Code {{ payload.code }}");
const timesOf = (notification: any, code: string) =>
  notification.jobs[0].executionDetails
    .filter((detail: any) => detail.code === code)
    .map(({ createdAt }: any) => (Date.parse(createdAt) - Date.parse(NEW_YEAR)) / 1_000);
const bodies = () => new Set(provider.calls.map(({ body }) => JSON.stringify(body)));

test("attempts: 8 over several hours with one key and one body, until the provider is back", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/a`);
  await environment.given.workflow("news", [email("Hello")]);
  provider.script("/a", ...Array(7).fill(status(500)));
  const transactionId = await environment.trigger("news", ada);
  await settled(environment);
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  expect(body.data[0]).toMatchObject({ status: "warning", errorId: "provider_ambiguous" });
  await advance(environment, 12, "hours");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  expect(codesOf(notification).slice(-8)).toEqual([...Array(7).fill("attempt_failed"), "message_sent"]);
  expect(provider.calls).toHaveLength(8);
  expect([provider.keys().size, bodies().size]).toEqual([1, 1]);
  const times = [...timesOf(notification, "attempt_failed"), ...timesOf(notification, "message_sent")];
  const delays = times.slice(1).map((at, index) => at - times[index]);
  const planned = [30, 30, 120, 600, 1_800, 7_200, 21_600];
  delays.forEach((delay, index) => {
    expect(delay).toBeGreaterThanOrEqual((planned[index] as number) * 0.8);
    expect(delay).toBeLessThanOrEqual((planned[index] as number) * 1.25);
  });
  const retries = notification.jobs[0].executionDetails.filter(({ isRetry }: any) => isRetry);
  expect(retries).toHaveLength(7);
  const { body: atEnd } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  expect(atEnd.data[0]).toMatchObject({ status: "sent" });
  expect(atEnd.data[0].errorId).toBeUndefined();
});

test("attempts: after the last one the message becomes a dead letter and the run goes on", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/a`);
  await environment.given.workflow("news", [
    { ...email("Hello"), delivery: { maxAttempts: 3 } },
    inApp("still"),
  ]);
  provider.script("/a", ...Array(9).fill(status(502)));
  const transactionId = await environment.trigger("news", ada);
  await advance(environment, 1, "hours");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs.map((job: any) => job.status)).toEqual(["failed", "completed"]);
  expect(provider.calls).toHaveLength(3);
  const { body } = await environment.get("/v1/dead-letters");
  expect(body).toMatchObject({ totalCount: 1, counts: { attempts_spent: 1 }, next: null });
  expect(body.data[0]).toMatchObject({
    channel: "email",
    reason: "attempts_spent",
    attempts: 3,
    workflowId: "news",
    subscriberId: "ada",
    transactionId,
    errorText: "The provider answered with status 502.",
  });
});

test("attempts: none comes earlier than Retry-After allows, and a 429 does not count as one", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/a`);
  await environment.given.workflow("news", [{ ...email("Hello"), delivery: { maxAttempts: 2 } }]);
  provider.script(
    "/a",
    status(429, { "retry-after": "600" }),
    status(429, { "retry-after": "1" }),
    status(429, { "retry-after": "soon" }),
    status(503, { "retry-after": "7200" }),
  );
  const transactionId = await environment.trigger("news", ada);
  await advance(environment, 5, "hours");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  const times = [...timesOf(notification, "attempt_failed"), ...timesOf(notification, "message_sent")];
  const delays = times.slice(1).map((at, index) => at - times[index]);
  for (const [index, [min, max]] of [
    [600, 602],
    [30, 37],
    [30, 37],
    [7_200, 7_202],
  ].entries()) {
    expect(delays[index]).toBeGreaterThanOrEqual(min as number);
    expect(delays[index]).toBeLessThanOrEqual(max as number);
  }
});

test("rate limits: each wait without Retry-After is longer, up to ten minutes; none is an attempt", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/a`);
  await environment.given.workflow("news", [{ ...email("Hello"), delivery: { maxAttempts: 2 } }]);
  provider.script("/a", ...Array(12).fill(status(429)), status(503), ...Array(2).fill(status(429)));
  const transactionId = await environment.trigger("news", ada);
  await advance(environment, 5, "hours");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  const times = [...timesOf(notification, "attempt_failed"), ...timesOf(notification, "message_sent")];
  const delays = times.slice(1).map((at, index) => at - times[index]);
  const grown = [30, 60, 120, 240, 480, ...Array(7).fill(495)];
  // After an attempt of another kind, the waits begin anew.
  for (const [index, least] of [...grown, 4, 30, 60].entries()) {
    expect(delays[index]).toBeGreaterThanOrEqual(least);
    expect(delays[index]).toBeLessThanOrEqual(Math.min(least * 1.2 + 2, 600));
  }
  expect(delays).toHaveLength(15);
});

test.each([
  ["without Retry-After", {}],
  ["with a Retry-After that does not help", { "retry-after": "1" }],
])("rate limits: a vendor that limits all day, %s, gets few calls of one mail", async (_, headers) => {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/a`);
  await environment.given.workflow("news", [email("Hello")]);
  provider.script("/a", ...Array(300).fill(status(429, headers)));
  await environment.trigger("news", ada);
  await advance(environment, 2, "days");
  expect((await environment.get("/v1/dead-letters")).body.counts).toEqual({ expired: 1 });
  expect(provider.calls.length).toBeGreaterThan(100);
  expect(provider.calls.length).toBeLessThan(200);
});

test("message TTL: an expired message is not sent any more, and its details say so", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("otp", [
    { ...CODE, delivery: { lifetime: { amount: 1, unit: "minutes" } } },
  ]);
  provider.script("/a", ...Array(9).fill(status(503)));
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 7 } });
  await advance(environment, 1, "days");
  const [notification] = await environment.finished(transactionId);
  expect(codesOf(notification).at(-1)).toBe("message_expired");
  expect(provider.calls).toHaveLength(3);
  expect((await environment.get("/v1/dead-letters")).body.counts).toEqual({ expired: 1 });
});

test("message TTL: starts again when an expired message is replayed", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("otp", [
    { ...CODE, delivery: { lifetime: { amount: 1, unit: "minutes" } } },
  ]);
  provider.script("/a", ...Array(9).fill(status(503)));
  await environment.trigger("otp", ada, { payload: { code: 7 } });
  await advance(environment, 1, "days");
  await environment.post("/v1/dead-letters/replay", { filter: {} });
  await advance(environment, 1, "days");
  expect(provider.calls).toHaveLength(6);
  const { body } = await environment.get("/v1/dead-letters");
  expect(body.data).toMatchObject([{ reason: "expired", attempts: 3 }]);
});

test("attempts: an SMS with an unclear outcome is tried at most 3 times, to avoid duplicates", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("otp", [CODE]);
  provider.script("/a", ...Array(9).fill(cut));
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 7 } });
  await advance(environment, 1, "hours");
  await environment.finished(transactionId);
  expect(provider.calls).toHaveLength(3);
  expect((await environment.get("/v1/dead-letters")).body.counts).toEqual({ maybe_delivered: 1 });
});

test("delivery options: an integration's own apply, and those of the step override them", async () => {
  const environment = await frozenAt(service);
  const made = await environment.given.integration("generic-sms", `${provider.url}/a`, {
    delivery: { maxAttempts: 2 },
  });
  expect(made.delivery).toEqual({ maxAttempts: 2 });
  await environment.given.workflow("own", [CODE]);
  await environment.given.workflow("step", [{ ...CODE, delivery: { maxAttempts: 1 } }]);
  provider.script("/a", ...Array(3).fill(status(503)));
  for (const name of ["own", "step"]) {
    const transactionId = await environment.trigger(name, ada, { payload: { code: 1 } });
    await advance(environment, 10, "minutes");
    await environment.finished(transactionId);
  }
  expect(provider.calls).toHaveLength(3);
});
