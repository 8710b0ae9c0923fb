import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { codesOf } from "../testing/job-readings.ts";
import { type Behaviour, status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { frozenAt, goTo, runOf } from "../testing/virtual-time.ts";

/** What a provider says about its own rates binds all messages of its integration. */

const provider = await useScriptedProvider();
const service = await useTestService();
const CODE = sms("Code");
const PATIENT = { ...CODE, delivery: { lifetime: { amount: 2, unit: "days" } } };
const EVENING = "2026-01-31T21:00:00.000Z";

const says =
  (code: number, message: string): Behaviour =>
  (response) =>
    response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify({ message }));
const USED_UP = says(429, "Daily message quota exceeded");

const integrationOf = async (environment: TestEnvironment, id: string) =>
  (await environment.get("/v1/integrations")).body.find((one: any) => one._id === id);

async function given(step: object): Promise<{ environment: TestEnvironment; id: string }> {
  const environment = await frozenAt(service, EVENING);
  const { _id: id } = await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("otp", [step]);
  return { environment, id };
}

const sends = async (environment: TestEnvironment): Promise<string> => {
  const transactionId = await environment.trigger("otp", ada);
  await settled(environment);
  return transactionId;
};

test("a used-up quota: one call a day, no attempt, no fault of the breaker, and a detail with the answer", async () => {
  const { environment, id } = await given(PATIENT);
  provider.script("/a", USED_UP, USED_UP);
  const ids = [];
  for (let n = 0; n < 8; n += 1) ids.push(await sends(environment));
  expect(provider.calls).toHaveLength(1);
  const shown = await integrationOf(environment, id);
  expect(shown.waitsForRate).toEqual({ reason: "quota", until: "2026-02-01T00:00:00.000Z", messages: 8 });
  expect(shown.breaker).toBeUndefined();
  const [first] = ids;
  const detail = (await runOf(environment, first ?? "")).jobs[0].executionDetails.at(-1);
  expect(detail.code).toBe("waits_for_rate");
  expect(JSON.parse(detail.raw)).toMatchObject({ waitsFor: "quota", status: 429, outcome: "not_processed" });

  await goTo(environment, "2026-02-01T00:00:02.000Z");
  expect(provider.calls).toHaveLength(2);
  await goTo(environment, "2026-02-02T00:00:02.000Z");
  for (const transactionId of ids) {
    const [notification] = await environment.finished(transactionId);
    const sent = notification.jobs[0].executionDetails.at(-1);
    expect([sent.code, JSON.parse(sent.raw).attempt]).toEqual(["message_sent", 1]);
  }
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(0);
});

test("a used-up quota: a message that cannot wait for the next day goes through another integration", async () => {
  const { environment } = await given(CODE);
  await environment.given.integration("generic-sms", `${provider.url}/b`);
  provider.script("/a", USED_UP);
  const [met, next] = [await sends(environment), await sends(environment)];
  expect(provider.calls.map(({ path }) => path)).toEqual(["/a", "/b", "/b"]);
  for (const transactionId of [met, next])
    expect(codesOf(await runOf(environment, transactionId))).toContain("failed_over");
});

test("a used-up quota, and a fallback that refuses the account: the message waits for the quota", async () => {
  const { environment, id } = await given(CODE);
  await environment.given.integration("generic-sms", `${provider.url}/b`);
  provider.script("/a", USED_UP);
  provider.script("/b", status(401));
  const transactionId = await sends(environment);
  const [message] = (await environment.get(`/v1/messages?transactionId=${transactionId}`)).body.data;
  expect(message).toMatchObject({ integrationId: id, errorId: "waits_for_rate", attempts: 0 });
  await goTo(environment, "2026-01-31T21:30:00.000Z");
  expect(provider.calls.map(({ path }) => path)).toEqual(["/a", "/b"]);
  await environment.post(`/v1/integrations/${id}/close-breaker`);
  await settled(environment);
  await environment.finished(transactionId);
  expect(provider.calls.map(({ path }) => path)).toEqual(["/a", "/b", "/a"]);
});

test("a rate limit with Retry-After: no other message is sent before, and all are afterwards", async () => {
  const { environment, id } = await given(CODE);
  provider.script("/a", status(429, { "retry-after": "60" }));
  const first = await sends(environment);
  const others = [await sends(environment), await sends(environment)];
  expect(provider.calls).toHaveLength(1);
  expect((await integrationOf(environment, id)).waitsForRate).toMatchObject({
    reason: "throttled",
    messages: 2,
  });
  await goTo(environment, "2026-01-31T21:00:59.999Z");
  expect(provider.calls).toHaveLength(1);
  await goTo(environment, "2026-01-31T21:05:00.000Z");
  for (const transactionId of [first, ...others]) {
    const [notification] = await environment.finished(transactionId);
    expect(notification.jobs[0].status).toBe("completed");
  }
  expect(provider.calls).toHaveLength(4);
});

test("a rate limit without Retry-After: is about its message alone", async () => {
  const { environment, id } = await given(CODE);
  provider.script("/a", status(429));
  await sends(environment);
  await environment.finished(await sends(environment));
  expect(provider.calls).toHaveLength(2);
  expect((await integrationOf(environment, id)).waitsForRate).toBeUndefined();
});

test("a pause that is ended by hand: what waited is sent, and a message says what it waits for until then", async () => {
  const { environment, id } = await given(PATIENT);
  provider.script("/a", USED_UP);
  const [first, second] = [await sends(environment), await sends(environment)];
  const message = (await environment.get(`/v1/messages?transactionId=${second}`)).body.data[0];
  const retried = await environment.post(`/v1/messages/${message._id}/retry`);
  const until = "2026-02-01T00:00:00.000Z";
  expect(retried.body).toEqual({ acknowledged: true, heldBack: { reason: "waits_for_rate", until } });
  await settled(environment);
  expect(provider.calls).toHaveLength(1);
  expect((await environment.post(`/v1/integrations/${id}/close-breaker`)).status).toBe(200);
  await settled(environment);
  for (const transactionId of [first, second]) await environment.finished(transactionId);
  expect(provider.calls).toHaveLength(3);
});
