import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { integrate } from "../testing/integrate.ts";
import { openScriptedProvider, type ScriptedProvider, status } from "../testing/scripted-provider.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { openTestHouse, type TestHouse } from "../testing/test-house.ts";
import { advance, frozenAt, runOf, settled } from "../testing/virtual-time.ts";
import { makeWorkflow } from "../testing/workflows.ts";

let house: TestHouse;
let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await openScriptedProvider();
  house = await openTestHouse();
});
afterAll(async () => {
  await house.close();
  await provider.close();
});
beforeEach(() => provider.reset());

const START = "2026-01-01T00:00:00.000Z";
const frozen = () => frozenAt(house, START);
const gateway = (environment: TestEnvironment, path: string, more: object = {}) =>
  integrate(environment, "generic-sms", { baseUrl: provider.url + path }, { name: path, ...more });
const text = (more: object = {}) => ({
  ...{ name: "Text", stepId: "text", type: "sms", controlValues: { body: "Code {{ payload.code }}" } },
  ...more,
});
const ada = { subscriberId: "ada", phone: "+31600000001", email: "ada@example.com" };
const codesOf = (notification: any) => notification.jobs[0].executionDetails.map(({ code }: any) => code);

test("Given a gateway that keeps refusing, when five calls in a row were refused, then its breaker opens, nothing is called meanwhile, and it closes after three good calls", async () => {
  const environment = await frozen();
  const { _id } = await gateway(environment, "/a");
  await makeWorkflow(environment, "otp", [text()]);
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

test("Given a gateway that is still down when its breaker lets probes through, when they fail, then it opens for twice as long", async () => {
  const environment = await frozen();
  const { _id } = await gateway(environment, "/a");
  await makeWorkflow(environment, "otp", [text()]);
  provider.script("/a", ...Array(100).fill(status(503)));
  const to = Array.from({ length: 20 }, (_, index) => ({ subscriberId: `s${index}`, phone: "+31600000001" }));
  await environment.trigger("otp", to, { payload: { code: 1 } });
  await advance(environment, 80, "seconds");
  const { body } = await environment.get("/v1/integrations");
  const { breaker } = body.find((one: any) => one._id === _id);
  expect(breaker.trips).toBe(2);
  expect(provider.calls.length).toBeLessThanOrEqual(20 + 3);
});
