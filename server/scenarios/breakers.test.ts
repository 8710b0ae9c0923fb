import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { codesOf } from "../testing/job-readings.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, runOf } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();
const CODE = sms("Code {{ payload.code }}");

test("breaker: opens after 5 failures in a row, stops all calls, and closes after 3 successes", async () => {
  const environment = await frozenAt(service);
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("otp", [CODE]);
  provider.script("/a", ...Array(5).fill(status(503)));
  for (let index = 0; index < 5; index += 1) {
    await environment.trigger("otp", ada, { payload: { code: index } });
    await settled(environment);
  }
  const breaker = async () =>
    (await environment.get("/v1/integrations")).body.find((one: any) => one._id === _id).breaker;
  expect(await breaker()).toMatchObject({ trips: 1, openUntil: "2026-01-01T00:00:30.000Z" });
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 9 } });
  await settled(environment);
  expect(provider.calls).toHaveLength(5);
  expect(codesOf(await runOf(environment, transactionId))).toContain("breaker_open");
  await advance(environment, 5, "minutes");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  expect(await breaker()).toBeUndefined();
  expect(provider.calls).toHaveLength(11);
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(0);
});

test("breaker: a message held back goes out when the breaker ends, not 30 s after its trigger", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("otp", [CODE]);
  provider.script("/a", ...Array(5).fill(status(503)));
  const to = Array.from({ length: 5 }, (_, index) => ({ subscriberId: `s${index}`, phone: "+31600000001" }));
  await environment.trigger("otp", to, { payload: { code: 1 } });
  await advance(environment, 26, "seconds");
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 2 } });
  await advance(environment, 20, "seconds");
  const [notification] = await environment.finished(transactionId);
  expect(codesOf(notification)).toContain("breaker_open");
  expect(notification.jobs[0].status).toBe("completed");
});

test("breaker: closed by hand, the messages that it held back go out at once", async () => {
  const environment = await frozenAt(service);
  const { identifier } = await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("otp", [CODE]);
  provider.script("/a", ...Array(5).fill(status(503)));
  const to = Array.from({ length: 5 }, (_, index) => ({ subscriberId: `s${index}`, phone: "+31600000001" }));
  await environment.trigger("otp", to, { payload: { code: 1 } });
  await settled(environment);
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 2 } });
  await settled(environment);
  expect(codesOf(await runOf(environment, transactionId))).toContain("breaker_open");
  expect(provider.calls).toHaveLength(5);

  const closed = await environment.post(`/v1/integrations/${identifier}/close-breaker`);
  expect(closed.status).toBe(200);
  expect(closed.body.breaker).toBeUndefined();
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  expect(provider.calls.length).toBeGreaterThanOrEqual(6);
});

test("breaker: opens for twice as long when its probes fail", async () => {
  const environment = await frozenAt(service);
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("otp", [CODE]);
  provider.script("/a", ...Array(100).fill(status(503)));
  const to = Array.from({ length: 20 }, (_, index) => ({ subscriberId: `s${index}`, phone: "+31600000001" }));
  await environment.trigger("otp", to, { payload: { code: 1 } });
  await advance(environment, 80, "seconds");
  const { body } = await environment.get("/v1/integrations");
  const { breaker } = body.find((one: any) => one._id === _id);
  expect(breaker.trips).toBe(2);
  expect(provider.calls.length).toBeLessThanOrEqual(20 + 3);
});
