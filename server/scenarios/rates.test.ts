import { setTimeout as sleep } from "node:timers/promises";
import sql from "sql-template-tag";
import { expect, test, vi } from "vitest";
import { systemTime, type Time } from "../src/foundation/clock.ts";
import { type Service, startService } from "../src/service.ts";
import { ada } from "../testing/given.ts";
import { codesOf } from "../testing/job-readings.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { email, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { frozenAt, goTo, runOf } from "../testing/virtual-time.ts";

/** How much an integration sends. The pace itself is proved in `rate-store.test.ts`, with a clock that stands. */

const CALL_MS = 60;
let inside = 0;
let most = 0;
const provider = await useHttpReceiver(async (_call, response) => {
  inside += 1;
  most = Math.max(most, inside);
  await sleep(CALL_MS);
  inside -= 1;
  response.end('{"id":"p1"}');
});
/** On a busy machine, calls last longer than the 10 s after which one is given up, and made again. */
const patient: Time = {
  ...systemTime,
  after: (ms, work) => systemTime.after(ms < 5_000 ? ms : PATIENCE_MS, work),
};
const service = await useTestService({}, { time: patient });
const CODE = sms("Code");
const peopleOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ subscriberId: `s${n}`, phone: `+316000${10_000 + n}` }));

const integrationOf = async (environment: TestEnvironment, id: string) =>
  (await environment.get("/v1/integrations")).body.find((one: any) => one._id === id);

async function given(environment: TestEnvironment, path: string, rates: object): Promise<string> {
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}${path}`, { rates });
  await environment.given.workflow("otp", [CODE]);
  return _id;
}

const callsOf = (path: string) => provider.calls.filter((call) => call.path === path);

test("a quota of the day: what is beyond it waits for midnight in UTC, once noted, without an attempt", async () => {
  const environment = await frozenAt(service, "2026-01-31T22:30:00.000Z");
  const id = await given(environment, "/day", { perDay: 3 });
  await environment.given.workflow("mail", [
    { ...CODE, delivery: { lifetime: { amount: 1, unit: "days" } } },
  ]);
  const transactionId = await environment.trigger("mail", peopleOf(5));
  await settled(environment);
  expect(callsOf("/day")).toHaveLength(3);
  expect((await integrationOf(environment, id)).waitsForRate).toMatchObject({
    reason: "per_day",
    messages: 2,
    until: expect.stringContaining("2026-02-01T00:00:0"),
  });
  await goTo(environment, "2026-01-31T23:59:59.999Z");
  expect(callsOf("/day")).toHaveLength(3);
  await goTo(environment, "2026-02-01T00:00:02.000Z");
  const notifications = await environment.finished(transactionId, 5);
  expect(callsOf("/day")).toHaveLength(5);
  const codes = notifications.map((one: any) =>
    codesOf(one).filter((code: string) => code === "waits_for_rate"),
  );
  expect(codes.flat()).toHaveLength(2);
  const sent = notifications
    .flatMap((one: any) => one.jobs[0].executionDetails)
    .filter((one: any) => one.code === "message_sent");
  expect(sent.map(({ raw }: any) => JSON.parse(raw).attempt)).toEqual([1, 1, 1, 1, 1]);
  expect((await integrationOf(environment, id)).waitsForRate).toBeUndefined();
});

test("a quota of the day that is raised: what waited is sent at once", async () => {
  const environment = await frozenAt(service);
  const id = await given(environment, "/raised", { perDay: 1 });
  const transactionId = await environment.trigger("otp", peopleOf(3));
  await settled(environment);
  expect(callsOf("/raised")).toHaveLength(1);
  const { status, body } = await environment.put(`/v1/integrations/${id}`, { rates: { perDay: 10 } });
  expect([status, body.rates]).toEqual([200, { perDay: 10 }]);
  await settled(environment);
  await environment.finished(transactionId, 3);
  expect(callsOf("/raised")).toHaveLength(3);
  const without = await environment.put(`/v1/integrations/${id}`, { rates: {} });
  expect(without.body.rates).toBeUndefined();
});

test("a message without room: fails over only if its lifetime would end before its turn", async () => {
  const environment = await frozenAt(service);
  await given(environment, "/first", { perDay: 1 });
  await environment.given.integration("generic-sms", `${provider.url}/second`);
  const days = { ...CODE, delivery: { lifetime: { amount: 3, unit: "days" } } };
  await environment.given.workflow("patient", [days]);
  await environment.trigger("otp", ada);
  await settled(environment);
  const patient = await environment.trigger("patient", ada);
  const urgent = await environment.trigger("otp", ada);
  await settled(environment);
  expect([callsOf("/first").length, callsOf("/second").length]).toEqual([1, 1]);
  expect(codesOf(await runOf(environment, urgent))).toContain("failed_over");
  expect(codesOf(await runOf(environment, patient)).at(-1)).toBe("waits_for_rate");
});

const REFUSED = await useHttpReceiver((_call, response) => response.writeHead(401).end());

/** The first gateway has no room today, and its fallback refuses the account. @returns the id of the first one. */
async function withRefusedFallback(environment: TestEnvironment, path: string): Promise<string> {
  const id = await given(environment, path, { perDay: 1 });
  await environment.given.integration("generic-sms", `${REFUSED.url}${path}`);
  await environment.trigger("otp", ada);
  await settled(environment);
  await environment.trigger("otp", ada);
  await settled(environment);
  expect(REFUSED.calls.filter((call) => call.path === path)).toHaveLength(1);
  return id;
}

test("no room in time, and the fallback refuses the account: it waits, and is sent if there is room", async () => {
  const environment = await frozenAt(service);
  const id = await withRefusedFallback(environment, "/refused");
  const [message] = (await environment.get("/v1/messages?limit=1")).body.data;
  expect(message).toMatchObject({ integrationId: id, errorId: "waits_for_rate", attempts: 0 });
  expect(message.nextAttemptAt).toBe("2026-01-01T01:00:00.000Z");
  expect(message.otherAnswers).toMatchObject([{ outcome: "config_error" }]);
  await goTo(environment, "2026-01-01T00:59:00.000Z");
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(0);
  await environment.put(`/v1/integrations/${id}`, { rates: { perDay: 2 } });
  await settled(environment);
  expect(callsOf("/refused")).toHaveLength(2);
});

test("no room in time, and the fallback refuses the account: a dead letter when its lifetime ends", async () => {
  const environment = await frozenAt(service);
  await withRefusedFallback(environment, "/never");
  await goTo(environment, "2026-01-01T01:00:01.000Z");
  expect((await environment.get("/v1/dead-letters")).body.counts).toEqual({ expired: 1 });
  expect(callsOf("/never")).toHaveLength(1);
  expect(REFUSED.calls.filter((call) => call.path === "/never")).toHaveLength(1);
});

test("a message whose lifetime ends while it waits: is a dead letter then, and not before", async () => {
  const environment = await frozenAt(service);
  await given(environment, "/ends", { perDay: 1 });
  await environment.trigger("otp", ada);
  await settled(environment);
  await environment.trigger("otp", ada);
  await goTo(environment, "2026-01-01T00:59:00.000Z");
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(0);
  await goTo(environment, "2026-01-01T01:00:01.000Z");
  expect((await environment.get("/v1/dead-letters")).body.counts).toEqual({ expired: 1 });
  expect(callsOf("/ends")).toHaveLength(1);
});

test("concurrency: two processes together make no more calls at the same time, and everything is sent", async () => {
  const environment = await service.newEnvironment();
  const second: Service = await startService(service.parts);
  try {
    await given(environment, "/two", { concurrency: 2 });
    most = 0;
    const transactionId = await environment.trigger("otp", peopleOf(50));
    const notifications = await environment.finished(transactionId, 50);
    expect(callsOf("/two")).toHaveLength(50);
    expect(most).toBeLessThanOrEqual(2);
    const codes = notifications.flatMap((one: any) => codesOf(one));
    expect(codes).not.toContain("attempt_failed");
  } finally {
    await second.close();
  }
  const held = () => service.database.query(sql`select from integration_rates where places <> '{}'`);
  await vi.waitFor(async () => expect(await held()).toEqual([]), PATIENCE_MS);
});

test("places of a process that was killed: are free when its lease ends, and what waited for them is sent", async () => {
  const environment = await service.newEnvironment();
  const id = await given(environment, "/killed", { concurrency: 2 });
  const leaseEndsIn = (seconds: number) =>
    service.database.query(sql`
      update integration_rates set places = jsonb_build_object('999', jsonb_build_object('held', 2,
        'until', extract(epoch from now()) + ${seconds}::integer))
      where environment_id = ${environment.id} and integration_id = ${id}`);
  await leaseEndsIn(3_600);
  const transactionId = await environment.trigger("otp", peopleOf(4));
  const waiting = async () => (await integrationOf(environment, id)).waitsForRate;
  await vi.waitFor(
    async () => expect(await waiting()).toMatchObject({ reason: "concurrency", messages: 4 }),
    PATIENCE_MS,
  );
  expect(callsOf("/killed")).toHaveLength(0);
  await leaseEndsIn(-1);
  for (const notification of await environment.finished(transactionId, 4))
    expect(codesOf(notification).filter((code) => code === "waits_for_rate")).toHaveLength(1);
  expect(callsOf("/killed")).toHaveLength(4);
});

test("a rate a second: two processes together send as many as the moments allow", async () => {
  const environment = await service.newEnvironment();
  const second: Service = await startService(service.parts);
  try {
    await given(environment, "/pace", { perSecond: 20 });
    const startMs = performance.now();
    await environment.finished(await environment.trigger("otp", peopleOf(50)), 50);
    // A slow machine needs longer, but no machine may be faster than the rate: 50 messages have 49 intervals of 50 ms.
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(49 * 50);
    expect(callsOf("/pace")).toHaveLength(50);
  } finally {
    await second.close();
  }
});

test("messages that wait: other integrations and environments go on", async () => {
  const [slow, other] = [await service.newEnvironment(), await service.newEnvironment()];
  await given(slow, "/slow", { perSecond: 0.01 });
  await slow.given.integration("email-webhook", `${provider.url}/mail`);
  await slow.given.workflow("mail", [email("Hello")]);
  await given(other, "/other", {});
  await slow.trigger("otp", peopleOf(100));
  await vi.waitFor(() => expect(callsOf("/slow")).toHaveLength(1), PATIENCE_MS);
  await other.finished(await other.trigger("otp", ada));
  await slow.finished(await slow.trigger("mail", ada));
  expect(callsOf("/slow")).toHaveLength(1);
});

test("integrations without rates: their messages cost no statement more", async () => {
  const environment = await service.newEnvironment();
  await given(environment, "/free", {});
  await environment.finished(await environment.trigger("otp", ada));
  const rows = await service.database.query(
    sql`select from integration_rates where environment_id = ${environment.id}`,
  );
  expect(rows).toEqual([]);
});
