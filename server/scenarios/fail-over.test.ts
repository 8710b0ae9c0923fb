import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Behaviour, cut, status } from "../testing/scripted-provider.ts";
import { ada, codesOf, openSendingSetup, type SendingSetup, text } from "../testing/sending-setup.ts";
import { advance, settled } from "../testing/virtual-time.ts";
import { makeWorkflow } from "../testing/workflows.ts";

let stage: SendingSetup;
beforeAll(async () => {
  stage = await openSendingSetup();
});
afterAll(() => stage.close());
beforeEach(() => stage.provider.reset());

type Cell = { name: string; first: Behaviour; options?: object; calls: string[]; end: string };
const FAILOVER: Cell[] = [
  { name: "refuses (503)", first: status(503), calls: ["/a", "/b"], end: "completed" },
  { name: "throttles (429)", first: status(429), calls: ["/a", "/b"], end: "completed" },
  { name: "refuses the account (401)", first: status(401), calls: ["/a", "/b"], end: "completed" },
  { name: "refuses the number (410)", first: status(410), calls: ["/a"], end: "failed" },
  { name: "refuses the text (400)", first: status(400), calls: ["/a"], end: "failed" },
  { name: "breaks off (unclear)", first: cut, calls: ["/a", "/a"], end: "completed" },
  { name: "fails inside (500, unclear)", first: status(500), calls: ["/a", "/a"], end: "completed" },
  {
    ...{ name: "breaks off, and doubles are allowed", first: cut, options: { failoverOnAmbiguous: true } },
    ...{ calls: ["/a", "/b"], end: "completed" },
  },
  {
    ...{ name: "refuses, and fail-over is off", first: status(503), options: { failover: false } },
    ...{ calls: ["/a", "/a"], end: "completed" },
  },
];

for (const { name, first, options, calls, end } of FAILOVER) {
  test(`Given two SMS gateways, when the first ${name}, then the calls are ${calls.join(" and ")} and the step is ${end}`, async () => {
    const environment = await stage.frozen();
    await stage.gateway(environment, "/a");
    await stage.gateway(environment, "/b");
    await makeWorkflow(environment, "otp", [text(options ? { delivery: options } : {})]);
    stage.provider.script("/a", first);
    const transactionId = await environment.trigger("otp", ada, { payload: { code: 7 } });
    await advance(environment, 50, "minutes");
    const [notification] = await environment.finished(transactionId);
    expect(stage.provider.calls.map(({ path }) => path)).toEqual(calls);
    expect(notification.jobs[0].status).toBe(end);
    const hasFailedOver = calls.includes("/b");
    expect(codesOf(notification).includes("failed_over")).toBe(hasFailedOver);
    expect(stage.provider.keys().size).toBe(hasFailedOver ? 2 : 1);
  });
}

test("Given a gateway that is switched off while messages wait for it, when their next attempt comes, then they go through another one", async () => {
  const environment = await stage.frozen();
  const { _id } = await stage.gateway(environment, "/a");
  await makeWorkflow(environment, "otp", [text()]);
  stage.provider.script("/a", cut);
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 1 } });
  await settled(environment);
  await stage.gateway(environment, "/b");
  await environment.put(`/v1/integrations/${_id}`, { active: false });
  await advance(environment, 5, "minutes");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  expect(stage.provider.calls.map(({ path }) => path)).toEqual(["/a", "/b"]);
});

test("Given a gateway that is switched off, and no other, when a message's next attempt comes, then it waits for the gateway, and goes out when that is back", async () => {
  const environment = await stage.frozen();
  const { _id } = await stage.gateway(environment, "/a");
  await makeWorkflow(environment, "otp", [text()]);
  stage.provider.script("/a", cut);
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

test("Given a gateway that stays switched off, when an hour is over, then its messages are given up", async () => {
  const environment = await stage.frozen();
  const { _id } = await stage.gateway(environment, "/a");
  await makeWorkflow(environment, "otp", [text({ delivery: { lifetime: { amount: 1, unit: "days" } } })]);
  stage.provider.script("/a", cut);
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 1 } });
  await settled(environment);
  await environment.put(`/v1/integrations/${_id}`, { active: false });
  await advance(environment, 59, "minutes");
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(0);
  await advance(environment, 2, "minutes");
  await environment.finished(transactionId);
  expect((await environment.get("/v1/dead-letters")).body.counts).toEqual({ config_error: 1 });
  expect(stage.provider.calls).toHaveLength(1);
});
