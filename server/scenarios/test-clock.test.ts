import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { openHttpReceiver } from "../testing/receivers.ts";
import { delay, digest, inApp, lasting, sms } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt, messagesOf, runOf, sentBy } from "../testing/virtual-time.ts";

const service = await useTestService();

test("given a workflow of a month, moving the clock a month runs every step at its time", async () => {
  const environment = await frozenAt(service, "2026-01-31T09:00:00.000Z");
  await environment.given.workflow("onboarding", [
    inApp("welcome {{ 'now' | date: '%Y-%m-%d %H:%M' }}"),
    delay(lasting(3, "days"), "first"),
    { ...inApp("tip of {{ now | date: '%m-%d' }}"), stepId: "tip" },
    delay(lasting(27, "days"), "second"),
    { ...inApp("farewell"), stepId: "bye" },
  ]);
  const transactionId = await environment.trigger("onboarding", "ada");
  const { body: clock } = await environment.post("/v1/test-clock", { advance: lasting(31, "days") });
  expect(clock).toEqual({
    now: "2026-03-03T09:00:00.000Z",
    isFrozen: true,
    isSettled: true,
    nextDueAt: null,
  });
  const notification = await endOf(environment, transactionId);
  expect(statusesOf(notification)).toEqual(Array(5).fill("completed"));
  expect(await sentBy(environment)).toEqual([
    ["welcome 2026-01-31 09:00", "2026-01-31T09:00:00.000Z"],
    ["tip of 02-03", "2026-02-03T09:00:00.000Z"],
    ["farewell", "2026-03-02T09:00:00.000Z"],
  ]);
  expect(detailsOf(notification.jobs[1])).toContain("Delay is finished");
});

test("given a frozen clock, nothing comes due as real time passes", async () => {
  const environment = await frozenAt(service, "2030-06-01T00:00:00.000Z");
  await environment.given.workflow("soon", [delay(lasting(1, "seconds")), inApp("late")]);
  await environment.trigger("soon", "ada");
  await environment.post("/v1/test-clock", {});
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await messagesOf(environment)).toEqual([]);
  expect((await environment.get("/v1/test-clock")).body).toMatchObject({
    now: "2030-06-01T00:00:00.000Z",
    nextDueAt: "2030-06-01T00:00:01.000Z",
    isSettled: true,
  });
  await advance(environment, 1, "seconds");
  expect(await messagesOf(environment)).toHaveLength(1);
});

test("given events of a day, one message has them all, and a later event opens a new digest", async () => {
  const environment = await frozenAt(service, "2026-05-01T08:00:00.000Z");
  await environment.given.workflow("daily", [
    digest(lasting(1, "days")),
    inApp("{{ steps.collect.eventCount }} events"),
  ]);
  for (let hour = 0; hour < 3; hour += 1) {
    await environment.trigger("daily", "ada", { payload: { hour } });
    await advance(environment, 8, "hours");
  }
  await environment.trigger("daily", "ada", { payload: { hour: 24 } });
  await advance(environment, 1, "days");
  expect(await sentBy(environment)).toEqual([
    ["3 events", "2026-05-02T08:00:00.000Z"],
    ["1 events", "2026-05-03T08:00:00.000Z"],
  ]);
});

test("given a frozen clock in the past, a broadcast reaches every present subscriber", async () => {
  const environment = await service.newEnvironment("test");
  await environment.given.subscriber("ada");
  await environment.post("/v1/test-clock", { now: "2020-01-01T00:00:00.000Z" });
  await environment.given.workflow("all", [inApp("hello")]);
  await environment.post("/v1/events/trigger/broadcast", { name: "all", payload: {} });
  expect((await environment.post("/v1/test-clock", {})).body.isSettled).toBe(true);
  expect(await messagesOf(environment)).toHaveLength(1);
});

test("given a frozen clock, moves back, double moves and invalid times are refused", async () => {
  const environment = await frozenAt(service);
  const back = await environment.post("/v1/test-clock", { now: "2025-12-31T00:00:00.000Z" });
  expect(back.status).toBe(400);
  expect(back.body.message).toBe("The test clock is at 2026-01-01T00:00:00.000Z and cannot be moved back");
  const both = { now: "2027-01-01T00:00:00.000Z", advance: { amount: 1, unit: "days" } };
  expect((await environment.post("/v1/test-clock", both)).status).toBe(400);
  expect((await environment.post("/v1/test-clock", { now: "9999-01-01T00:00:00.000Z" })).status).toBe(400);
  for (const now of ["2030-02-31T00:00:00Z", "2030-06-30T23:59:60Z"]) {
    const { status, body } = await environment.post("/v1/test-clock", { now });
    expect([status, body.errors]).toEqual([422, expect.objectContaining({ now: expect.anything() })]);
  }
  expect((await environment.get("/v1/test-clock")).body.now).toBe("2026-01-01T00:00:00.000Z");
});

test("given a send in progress when the clock is frozen, the steps after it come due with the clock", async () => {
  const provider = await openHttpReceiver((_call, response) =>
    setTimeout(() => response.end('{"id":"1"}'), 300),
  );
  const environment = await service.newEnvironment("test");
  await environment.given.integration("generic-sms", provider.url);
  await environment.given.workflow("reminder", [sms("now"), delay(lasting(2, "hours")), inApp("later")]);
  const transactionId = await environment.trigger("reminder", { subscriberId: "ada", phone: "+31600000001" });
  await expect.poll(() => provider.calls).toHaveLength(1);
  await advance(environment, 2, "hours");
  const { jobs } = await runOf(environment, transactionId);
  expect(statusesOf({ jobs })).toEqual(["completed", "completed", "completed"]);
  await provider.close();
});

test("given an ordinary environment, the test clock is refused and time runs on", async () => {
  const environment = await service.newEnvironment();
  for (const answer of [
    await environment.post("/v1/test-clock", {}),
    await environment.get("/v1/test-clock"),
  ]) {
    expect(answer.status).toBe(403);
    expect(answer.body.message).toContain("runs on real time");
  }
  await environment.given.workflow("now", [inApp("hello")]);
  await environment.finished(await environment.trigger("now", "ada"));
});

test("given a crashed worker and a frozen clock, the job's lease ends by real time", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("held", [delay(lasting(1, "hours")), inApp("hello")]);
  const transactionId = await environment.trigger("held", "ada");
  await environment.post("/v1/test-clock", {});
  const { default: sql } = await import("sql-template-tag");
  await service.database.query(sql`
    update jobs set unfinished_claims = 1, lease = lease + 1, due_at = now() + interval '1 second'
    where environment_id = ${environment.id} and due_at is not null`);
  expect((await environment.get("/v1/test-clock")).body.isSettled).toBe(false);
  await environment.finished(transactionId);
});
