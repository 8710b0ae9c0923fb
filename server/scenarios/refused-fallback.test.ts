import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { codesOf } from "../testing/job-readings.ts";
import { type Behaviour, cut, ok, status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, messagesOf, NEW_YEAR, runOf } from "../testing/virtual-time.ts";

/** An outage of the first integration, and a fallback that refuses the account: the message waits for the first one. */

const provider = await useScriptedProvider();
const service = await useTestService();
const REFUSES: Behaviour[] = Array(50).fill(status(401));
const DOWN: Behaviour[] = Array(50).fill(status(503));

type Scripts = Partial<Record<"a" | "b" | "c", readonly Behaviour[]>>;

/** Gateways whose precedence is that of their names, and a workflow of one SMS. */
async function prepared(scripts: Scripts, delivery: object = {}) {
  const environment = await frozenAt(service);
  const names = Object.keys(scripts) as ("a" | "b" | "c")[];
  const ids: Record<string, string> = {};
  // The first one is primary; each further one comes right after it.
  for (const name of ["a", ...names.filter((one) => one !== "a").toReversed()]) {
    const more = { name: name.toUpperCase(), identifier: `gateway-${name}` };
    const { _id } = await environment.given.integration("generic-sms", `${provider.url}/${name}`, more);
    ids[name] = _id;
    provider.script(`/${name}`, ...(scripts[name as "a"] ?? []));
  }
  await environment.given.workflow("otp", [{ ...sms("Code"), delivery }]);
  return { environment, ids };
}

/** As if the provider had failed for a while: its circuit breaker is open for so long. @returns until when. */
async function pause(
  { id }: TestEnvironment,
  integrationId: string | undefined,
  seconds = 30,
): Promise<Date> {
  const until = new Date(Date.parse(NEW_YEAR) + seconds * 1_000);
  await service.database.query(sql`
    update integrations set breaker_open_until = ${until}, breaker_trips = 1
    where environment_id = ${id} and id = ${integrationId}`);
  return until;
}

async function triggered(environment: TestEnvironment): Promise<string> {
  const transactionId = await environment.trigger("otp", ada);
  await settled(environment);
  return transactionId;
}

const called = () => provider.calls.map(({ path }) => path.slice(1)).join("");
const counts = async (environment: TestEnvironment) =>
  (await environment.get("/v1/dead-letters")).body.counts;
const messageOf = async (environment: TestEnvironment) => (await messagesOf(environment))[0];
const lastRaw = (notification: any) => JSON.parse(notification.jobs[0].executionDetails.at(-1).raw);

test("outage of the first gateway: forty messages wait for it, without an attempt, and then arrive", async () => {
  const { environment, ids } = await prepared({ a: [], b: REFUSES });
  const until = await pause(environment, ids.a);
  const to = Array.from({ length: 40 }, (_, n) => ({ subscriberId: `s${n}`, phone: "+31600000001" }));
  const transactionId = await environment.trigger("otp", to);
  await settled(environment);
  // Its refusals open the breaker of the fallback: it is not asked for all of them.
  expect(called()).toMatch(/^b{5,40}$/);
  const waiting = await messageOf(environment);
  expect(waiting).toMatchObject({ status: "warning", integrationId: ids.a, attempts: 0 });
  expect(waiting.errorText).toContain("not called for a while");
  expect(Date.parse(waiting.nextAttemptAt)).toBeGreaterThanOrEqual(until.getTime());
  expect(await counts(environment)).toEqual({});
  await advance(environment, 10, "minutes");
  await environment.finished(transactionId, 40);
  const messages = await messagesOf(environment);
  expect(new Set(messages.map((one) => [one.status, one.attempts].join()))).toEqual(new Set(["sent,1"]));
  expect(called().replaceAll("b", "")).toBe("a".repeat(40));
  expect(await counts(environment)).toEqual({});
});

test("the breaker of the fallback is open, too: the message waits where it may go out sooner", async () => {
  const first = await prepared({ a: [ok], b: REFUSES });
  await pause(first.environment, first.ids.a, 30);
  await pause(first.environment, first.ids.b, 600);
  const transactionId = await triggered(first.environment);
  const [message] = await messagesOf(first.environment);
  expect(message).toMatchObject({ integrationId: first.ids.a, attempts: 0 });
  await advance(first.environment, 1, "minutes");
  await first.environment.finished(transactionId);
  expect(called()).toBe("a");
  const second = await prepared({ a: [ok], b: [ok] });
  await pause(second.environment, second.ids.a, 600);
  await pause(second.environment, second.ids.b, 30);
  const other = await triggered(second.environment);
  await advance(second.environment, 1, "minutes");
  await second.environment.finished(other);
  expect(called()).toBe("ab");
});

test("the records of the message and of its step name both answers", async () => {
  const { environment, ids } = await prepared({ a: [status(503), status(503)], b: REFUSES });
  const transactionId = await triggered(environment);
  const message = await messageOf(environment);
  expect(message).toMatchObject({ integrationId: ids.a, errorId: "provider_not_processed", attempts: 1 });
  expect(message.otherAnswers).toMatchObject([
    { _integrationId: ids.b, providerId: "generic-sms", outcome: "config_error", at: expect.any(String) },
  ]);
  const notification = await runOf(environment, transactionId);
  expect(codesOf(notification).slice(-2)).toEqual(["failed_over", "failed_over"]);
  expect(lastRaw(notification)).toMatchObject({
    outcome: "config_error",
    fromName: "B",
    to: "gateway-a",
    nextAttemptAt: message.nextAttemptAt,
    others: [{ integration: "gateway-a", name: "A", outcome: "not_processed" }],
  });
  await advance(environment, 10, "seconds");
  const again = await runOf(environment, transactionId);
  expect(codesOf(again).at(-1)).toBe("attempt_failed");
  expect(lastRaw(again).others).toMatchObject([{ name: "B", outcome: "config_error" }]);
  await advance(environment, 1, "minutes");
  const sent = await messageOf(environment);
  expect([sent.status, sent.attempts, sent.otherAnswers]).toEqual(["sent", 3, undefined]);
});

test("the first gateway keeps its schedule, and the fallback is asked once", async () => {
  const { environment } = await prepared({ a: DOWN, b: REFUSES });
  const transactionId = await triggered(environment);
  await advance(environment, 30, "minutes");
  // 5 s, 30 s, 2 min and 10 min after each other, as without a fallback.
  expect(called()).toBe("abaaaa");
  await advance(environment, 1, "hours");
  await environment.finished(transactionId);
  expect(await counts(environment)).toEqual({ expired: 1 });
  expect((await messageOf(environment)).otherAnswers).toMatchObject([{ outcome: "config_error" }]);
});

test("the only attempt is spent: the reason is that of the first gateway, and both are named", async () => {
  const { environment } = await prepared({ a: DOWN, b: REFUSES }, { maxAttempts: 1 });
  const transactionId = await triggered(environment);
  const [notification] = await environment.finished(transactionId);
  expect(called()).toBe("ab");
  expect(await counts(environment)).toEqual({ attempts_spent: 1 });
  const others = [{ name: "A", outcome: "not_processed" }];
  expect(lastRaw(notification)).toMatchObject({
    outcome: "config_error",
    given_up: "attempts_spent",
    others,
  });
});

test("all gateways refuse the account: a dead letter at once, which names all answers", async () => {
  const { environment } = await prepared({ a: REFUSES, b: REFUSES, c: REFUSES });
  const [notification] = await environment.finished(await triggered(environment));
  expect(called()).toBe("abc");
  expect(await counts(environment)).toEqual({ config_error: 1 });
  expect(lastRaw(notification).others.map(({ name, outcome }: any) => [name, outcome])).toEqual([
    ["A", "config_error"],
    ["B", "config_error"],
  ]);
});

test("two fallbacks: the one that refuses the account is passed over, and does not count as the fail-over", async () => {
  const { environment } = await prepared({ a: [status(503)], b: REFUSES, c: [ok] });
  await environment.finished(await triggered(environment));
  expect(called()).toBe("abc");
  const both = await prepared({ a: [status(503)], b: REFUSES, c: REFUSES });
  provider.calls.length = 0;
  const transactionId = await triggered(both.environment);
  await advance(both.environment, 1, "minutes");
  await both.environment.finished(transactionId);
  expect(called()).toBe("abca");
});

test("the first gateway refuses, the second is down, the third refuses: the message waits for the second", async () => {
  const { environment } = await prepared({ a: REFUSES, b: [status(503)], c: REFUSES });
  const transactionId = await triggered(environment);
  await advance(environment, 1, "minutes");
  await environment.finished(transactionId);
  expect(called()).toBe("abcb");
  expect(await counts(environment)).toEqual({});
});

test("a fallback that was repaired is asked again at the next failure of the first gateway", async () => {
  const { environment, ids } = await prepared({ a: DOWN, b: [status(401), ok] });
  const transactionId = await triggered(environment);
  await environment.put(`/v1/integrations/${ids.b}`, { name: "Repaired" });
  await advance(environment, 10, "seconds");
  await environment.finished(transactionId);
  expect(called()).toBe("abab");
});

test("retry by hand: the fallback is asked again, since it may be repaired at its vendor", async () => {
  const { environment } = await prepared({ a: DOWN, b: [status(401), ok] });
  const transactionId = await triggered(environment);
  const { _id } = await messageOf(environment);
  expect((await environment.post(`/v1/messages/${_id}/retry`)).body).toEqual({ acknowledged: true });
  await settled(environment);
  await environment.finished(transactionId);
  expect(called()).toBe("abab");
});

test("retry by hand while the first gateway is paused: the fallback is asked, and nothing holds it back", async () => {
  const { environment, ids } = await prepared({ a: [], b: [status(401), ok] });
  await pause(environment, ids.a);
  const transactionId = await triggered(environment);
  const { _id } = await messageOf(environment);
  expect((await environment.post(`/v1/messages/${_id}/retry`)).body).toEqual({ acknowledged: true });
  await settled(environment);
  await environment.finished(transactionId);
  expect(called()).toBe("bb");
});

test("retry by hand: the fallback still refuses, and the message waits for the first gateway again", async () => {
  const { environment } = await prepared({ a: [status(503), status(503)], b: REFUSES });
  const transactionId = await triggered(environment);
  const { _id } = await messageOf(environment);
  await environment.post(`/v1/messages/${_id}/retry`);
  await settled(environment);
  expect(called()).toBe("abab");
  expect((await messageOf(environment)).attempts).toBe(2);
  await advance(environment, 2, "minutes");
  await environment.finished(transactionId);
  expect(called()).toBe("ababa");
});

test("the first gateway is switched off: the message waits for it, and goes out when it is on again", async () => {
  const { environment, ids } = await prepared({ a: [cut], b: REFUSES });
  const transactionId = await triggered(environment);
  await environment.put(`/v1/integrations/${ids.a}`, { active: false });
  await advance(environment, 20, "minutes");
  expect(await counts(environment)).toEqual({});
  await environment.put(`/v1/integrations/${ids.a}`, { active: true });
  await advance(environment, 10, "minutes");
  await environment.finished(transactionId);
  expect(called()).toBe("aba");
});

test("the first gateway is off for more than an hour: a dead letter, which names both answers", async () => {
  const { environment, ids } = await prepared(
    { a: [cut], b: REFUSES },
    { lifetime: { amount: 1, unit: "days" } },
  );
  const transactionId = await triggered(environment);
  await environment.put(`/v1/integrations/${ids.a}`, { active: false });
  await advance(environment, 59, "minutes");
  expect(await counts(environment)).toEqual({});
  await advance(environment, 2, "minutes");
  const [notification] = await environment.finished(transactionId);
  expect(await counts(environment)).toEqual({ config_error: 1 });
  expect(lastRaw(notification)).toMatchObject({
    reason: expect.stringContaining("switched off"),
    others: [{ name: "B", outcome: "config_error" }],
  });
  expect(called()).toBe("ab");
});

test("a fallback that is switched off while the message waits there gives it back to the first gateway", async () => {
  const { environment, ids } = await prepared({ a: [status(503)], b: DOWN });
  const transactionId = await triggered(environment);
  await environment.put(`/v1/integrations/${ids.b}`, { active: false });
  await advance(environment, 1, "minutes");
  await environment.finished(transactionId);
  expect(called()).toBe("aba");
});

test("a fallback that may have sent the message before it refused the account: no other gateway sends it", async () => {
  const { environment } = await prepared({ a: [status(503)], b: [cut, status(401)] });
  const transactionId = await triggered(environment);
  await advance(environment, 5, "minutes");
  await environment.finished(transactionId);
  expect(called()).toBe("abb");
  expect(await counts(environment)).toEqual({ maybe_delivered: 1 });
});

test("a replay of the dead letter begins anew, with all gateways", async () => {
  const { environment } = await prepared({ a: [status(401)], b: [status(401), status(401)] });
  await environment.finished(await triggered(environment));
  await environment.post("/v1/dead-letters/replay", { filter: {} });
  await settled(environment);
  expect((await messageOf(environment)).status).toBe("sent");
  // It begins with the gateway that it had last.
  expect(called()).toBe("abba");
});
