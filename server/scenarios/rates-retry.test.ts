import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { codesOf } from "../testing/job-readings.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { frozenAt, goTo, runOf } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();
const PATIENT = { ...sms("Code"), delivery: { lifetime: { amount: 2, unit: "days" } } };

test("a message that is retried by hand and finds no room: says what it waits for; no attempt counts", async () => {
  const environment = await frozenAt(service);
  const rates = { perDay: 1 };
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/a`, { rates });
  await environment.given.workflow("otp", [PATIENT]);
  provider.script("/a", status(503));
  const failed = await environment.trigger("otp", ada);
  await settled(environment);
  // It uses the only place of the day: the failed call was not processed, so it does not count.
  await environment.finished(await environment.trigger("otp", ada));
  const [message] = (await environment.get(`/v1/messages?transactionId=${failed}`)).body.data;
  expect(message).toMatchObject({ attempts: 1, errorId: "provider_not_processed" });

  for (const times of [1, 2]) {
    const retried = await environment.post(`/v1/messages/${message._id}/retry`);
    expect([times, retried.status, retried.body]).toEqual([times, 200, { acknowledged: true }]);
    await settled(environment);
    const { body } = await environment.get(`/v1/messages/${message._id}`);
    expect(body).toMatchObject({
      attempts: 1,
      errorId: "waits_for_rate",
      nextAttemptAt: expect.stringContaining("2026-01-02T00:00:0"),
    });
    // Noted once, however often it looks for room.
    const { jobs } = await runOf(environment, failed);
    const [before, last] = jobs[0].executionDetails.slice(-2);
    expect([before.code, last.code]).toEqual(["attempt_failed", "waits_for_rate"]);
    expect(JSON.parse(last.raw)).toMatchObject({ waitsFor: "per_day" });
  }
  expect(provider.calls).toHaveLength(2);
  const shown = (await environment.get(`/v1/integrations`)).body.find((one: any) => one._id === _id);
  expect(shown.breaker).toBeUndefined();
  expect(shown.waitsForRate).toMatchObject({ reason: "per_day", messages: 1 });

  await goTo(environment, "2026-01-02T00:00:02.000Z");
  const [notification] = await environment.finished(failed);
  expect(codesOf(notification).filter((code) => code === "attempt_failed")).toHaveLength(1);
  expect(JSON.parse(notification.jobs[0].executionDetails.at(-1).raw).attempt).toBe(2);
});
