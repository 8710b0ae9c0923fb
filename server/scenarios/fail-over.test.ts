import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { codesOf } from "../testing/job-readings.ts";
import { type Behaviour, cut, status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();
const CODE = sms("Code {{ payload.code }}");

const says =
  (code: number, message: string): Behaviour =>
  (response) =>
    response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify({ message }));

type Cell = { name: string; first: Behaviour | Behaviour[]; options?: object; calls: string[]; end: string };
const FAILOVER: Cell[] = [
  { name: "answers 503", first: status(503), calls: ["/a", "/b"], end: "completed" },
  { name: "answers 429", first: status(429), calls: ["/a", "/b"], end: "completed" },
  { name: "answers 401 (account)", first: status(401), calls: ["/a", "/b"], end: "completed" },
  { name: "answers 410 (number)", first: status(410), calls: ["/a"], end: "failed" },
  { name: "answers 400 (text)", first: status(400), calls: ["/a"], end: "failed" },
  {
    name: "answers 400 (its account)",
    first: says(400, "Your account is suspended"),
    calls: ["/a", "/b"],
    end: "completed",
  },
  {
    name: "answers 400 (its quota)",
    first: says(400, "Daily quota exceeded"),
    calls: ["/a", "/b"],
    end: "completed",
  },
  { name: "drops the connection (unclear)", first: cut, calls: ["/a", "/a"], end: "completed" },
  { name: "answers 500 (unclear)", first: status(500), calls: ["/a", "/a"], end: "completed" },
  {
    name: "answers 500 (unclear), then 503",
    first: [status(500), status(503)],
    calls: ["/a", "/a", "/a"],
    end: "completed",
  },
  {
    name: "drops the connection, failoverOnAmbiguous",
    first: cut,
    options: { failoverOnAmbiguous: true },
    calls: ["/a", "/b"],
    end: "completed",
  },
  {
    name: "answers 503, without failover",
    first: status(503),
    options: { failover: false },
    calls: ["/a", "/a"],
    end: "completed",
  },
];

for (const { name, first, options, calls, end } of FAILOVER) {
  test(`fail-over: first gateway ${name}; calls: ${calls.join(", ")}; step: ${end}`, async () => {
    const environment = await frozenAt(service);
    await environment.given.integration("generic-sms", `${provider.url}/a`);
    await environment.given.integration("generic-sms", `${provider.url}/b`);
    await environment.given.workflow("otp", [{ ...CODE, delivery: options }]);
    provider.script("/a", ...[first].flat());
    const transactionId = await environment.trigger("otp", ada, { payload: { code: 7 } });
    await advance(environment, 50, "minutes");
    const [notification] = await environment.finished(transactionId);
    expect(provider.calls.map(({ path }) => path)).toEqual(calls);
    expect(notification.jobs[0].status).toBe(end);
    const hasFailedOver = calls.includes("/b");
    expect(codesOf(notification).includes("failed_over")).toBe(hasFailedOver);
    expect(provider.keys().size).toBe(hasFailedOver ? 2 : 1);
  });
}

test("disabled gateway: messages that wait for it go through another one at their next attempt", async () => {
  const environment = await frozenAt(service);
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("otp", [CODE]);
  provider.script("/a", cut);
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 1 } });
  await settled(environment);
  await environment.given.integration("generic-sms", `${provider.url}/b`);
  await environment.put(`/v1/integrations/${_id}`, { active: false });
  await advance(environment, 5, "minutes");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  expect(provider.calls.map(({ path }) => path)).toEqual(["/a", "/b"]);
});

test("disabled gateway: without another one, messages wait and go out when it is enabled again", async () => {
  const environment = await frozenAt(service);
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("otp", [CODE]);
  provider.script("/a", cut);
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 1 } });
  await settled(environment);
  await environment.put(`/v1/integrations/${_id}`, { active: false });
  await advance(environment, 30, "minutes");
  await environment.put(`/v1/integrations/${_id}`, { active: true });
  await advance(environment, 10, "minutes");
  const [notification] = await environment.finished(transactionId);
  expect(codesOf(notification).slice(-2)).toEqual(["integration_off", "message_sent"]);
  expect(JSON.parse(notification.jobs[0].executionDetails.at(-1).raw)).toMatchObject({ attempt: 2 });
});

test("disabled gateway: after an hour its messages become dead letters", async () => {
  const environment = await frozenAt(service);
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("otp", [{ ...CODE, delivery: { lifetime: { amount: 1, unit: "days" } } }]);
  provider.script("/a", cut);
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 1 } });
  await settled(environment);
  await environment.put(`/v1/integrations/${_id}`, { active: false });
  await advance(environment, 59, "minutes");
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(0);
  await advance(environment, 2, "minutes");
  await environment.finished(transactionId);
  expect((await environment.get("/v1/dead-letters")).body.counts).toEqual({ config_error: 1 });
  expect(provider.calls).toHaveLength(1);
});
