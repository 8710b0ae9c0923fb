import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { codesOf } from "../testing/job-readings.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { email, inApp, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, messagesOf, runOf } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();

const retry = (of: TestEnvironment, id: string) => of.post(`/v1/messages/${id}/retry`);
const retried = async (of: TestEnvironment, id: string) => (await retry(of, id)).body;

/** An SMS whose first attempt has failed, and which waits for the next. */
async function waiting(...then: Parameters<typeof provider.script>[1][]) {
  const environment = await frozenAt(service);
  const { _id: integrationId } = await environment.given.integration("generic-sms", `${provider.url}/sms`);
  provider.script("/sms", status(503), ...then);
  await environment.given.workflow("text", [sms("Hello")]);
  const transactionId = await environment.trigger("text", ada);
  await settled(environment);
  const [message] = await messagesOf(environment);
  expect(message).toMatchObject({ status: "warning", attempts: 1 });
  return { environment, integrationId, transactionId, id: message._id as string };
}

test("retry: a waiting message gets its next attempt now, under its first key, and is sent", async () => {
  const { environment, transactionId, id } = await waiting();
  expect(await retry(environment, id.toUpperCase())).toMatchObject({
    status: 200,
    body: { acknowledged: true },
  });
  await settled(environment);
  expect(provider.calls).toHaveLength(2);
  expect(provider.keys().size).toBe(1);
  expect((await messagesOf(environment))[0]).toMatchObject({ status: "sent", attempts: 2 });
  expect((await environment.finished(transactionId))[0].jobs[0].status).toBe("completed");
});

test("retry: an attempt that fails is followed by the next one of the schedule", async () => {
  const { environment, id } = await waiting(status(503));
  expect(await retried(environment, id)).toEqual({ acknowledged: true });
  const { now } = await settled(environment);
  const [message] = await messagesOf(environment);
  expect(message).toMatchObject({ status: "warning", attempts: 2 });
  expect(Date.parse(message.nextAttemptAt)).toBeGreaterThan(Date.parse(now));
  await advance(environment, 1, "hours");
  expect((await messagesOf(environment))[0]).toMatchObject({ status: "sent", attempts: 3 });
});

test("retry: twenty requests at once make one attempt; while it is made, further ones get 409", async () => {
  let release = () => {};
  const { environment, id } = await waiting((response) => {
    release = () => void response.end('{"id":"p1"}');
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => retry(environment, id)));
  for (const answer of answers) expect([200, 409]).toContain(answer.status);
  await expect.poll(() => provider.calls.length).toBe(2);
  const { status: code, body } = await retry(environment, id);
  expect([code, body.message]).toEqual([409, expect.stringContaining("is being sent just now")]);
  release();
  await settled(environment);
  expect(provider.calls).toHaveLength(2);
  expect((await messagesOf(environment))[0].status).toBe("sent");
});

test("retry: sent, given up, canceled and in-app messages get 409, which says what to do", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/mail`);
  await environment.given.integration("generic-sms", `${provider.url}/sms`);
  await environment.given.workflow("all", [inApp("one"), email("two"), sms("three")]);
  provider.script("/sms", status(400), status(503));
  await environment.trigger("all", ada);
  await settled(environment);
  const canceled = await environment.trigger("all", ada);
  await settled(environment);
  await environment.delete(`/v1/events/trigger/${canceled}`);
  const calls = provider.calls.length;
  const messages = await messagesOf(environment);
  const said = await Promise.all(messages.map(({ _id }) => retry(environment, _id)));
  expect(said.map((answer) => answer.status)).toEqual(messages.map(() => 409));
  const [{ _id: letter }] = (await environment.get("/v1/dead-letters")).body.data;
  const [stopped, mail, , refused] = messages.map(({ _id }) => _id);
  const resend = (id: string) => `POST /v1/messages/${id}/resend sends it again`;
  expect(said.slice(0, 4).map(({ body }) => body.message)).toEqual([
    `The message was given up or canceled; ${resend(stopped)}`,
    `The message was sent; ${resend(mail)}`,
    "An in-app message is delivered when it is stored; it has no attempts",
    `The message was given up; POST /v1/dead-letters/replay with {"ids":["${letter}"]} sends it again`,
  ]);
  await environment.post("/v1/dead-letters/replay", { ids: [letter], includeReached: true });
  await settled(environment);
  expect((await retried(environment, refused)).message).toBe(`The message was sent; ${resend(refused)}`);
  expect(provider.calls).toHaveLength(calls + 1);
});

test("retry: an open breaker and a switched-off integration hold it back, and the answer says so", async () => {
  const { environment, integrationId, transactionId, id } = await waiting(...Array(4).fill(status(503)));
  const to = Array.from({ length: 4 }, (_, n) => ({ subscriberId: `s${n}`, phone: "+31600000001" }));
  await environment.trigger("text", to);
  await settled(environment);
  const calls = provider.calls.length;
  const until = "2026-01-01T00:00:30.000Z";
  const held = { acknowledged: true, heldBack: { reason: "breaker_open", until } };
  expect(await retried(environment, id)).toEqual(held);
  await settled(environment);
  expect(provider.calls).toHaveLength(calls);
  expect(codesOf(await runOf(environment, transactionId))).toContain("breaker_open");
  await environment.put(`/v1/integrations/${integrationId}`, { active: false });
  expect(await retried(environment, id)).toEqual({
    acknowledged: true,
    heldBack: { reason: "integration_off" },
  });
  await settled(environment);
  expect(provider.calls).toHaveLength(calls);
  await environment.put(`/v1/integrations/${integrationId}`, { active: true });
  await advance(environment, 1, "hours");
  expect((await messagesOf(environment)).map((message) => message.status)).toEqual(Array(5).fill("sent"));
});

test("retry: unknown ids and other environments are 404, what is no id is 422; nothing is sent", async () => {
  const { environment, id } = await waiting();
  const other = await service.newEnvironment();
  expect((await retry(other, id)).status).toBe(404);
  expect((await retry(environment, "0".repeat(24))).status).toBe(404);
  expect((await retry(environment, "none")).status).toBe(422);
  await settled(environment);
  expect(provider.calls).toHaveLength(1);
});
