import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestHouse, type TestHouse } from "../testing/test-house.ts";
import { inbox, makeWorkflow } from "../testing/workflows.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const throttle = (controlValues: object) => ({
  name: "Throttle",
  stepId: "throttle",
  type: "throttle",
  controlValues,
});
const hourly = (threshold: number, more: object = {}) =>
  throttle({ type: "fixed", amount: 1, unit: "hours", threshold, ...more });

test("a hundred triggers at once and a threshold of five: exactly five messages, and every other run says why", async () => {
  const environment = await house.newEnvironment();
  await makeWorkflow(environment, "busy", [hourly(5), inbox("{{ steps.throttle.executionCount }}")]);
  const ids = await Promise.all(Array.from({ length: 100 }, () => environment.trigger("busy", "ada")));
  const runs = (await Promise.all(ids.map((id) => environment.finished(id)))).flat();
  const { body } = await environment.get("/v1/messages?limit=100");
  expect(body.data.map((message: any) => message.content).sort()).toEqual(["1", "2", "3", "4", "5"]);
  const throttled = runs.filter((run) => run.jobs[0].status === "skipped");
  expect(throttled).toHaveLength(95);
  expect(throttled[0].jobs[1].status).toBe("skipped");
  expect(throttled[0].jobs[0].executionDetails.at(-1).detail).toBe(
    "Throttle limit exceeded for the given window",
  );
});

test("each subscriber and each value of the key is counted by itself", async () => {
  const environment = await house.newEnvironment();
  await makeWorkflow(environment, "keyed", [hourly(1, { throttleKey: "post.id" }), inbox("x")]);
  const send = (to: string, id: string) => environment.trigger("keyed", to, { payload: { post: { id } } });
  const ids = [
    await send("ada", "1"),
    await send("ada", "2"),
    await send("bob", "1"),
    await send("ada", "1"),
  ];
  for (const id of ids) await environment.finished(id);
  expect((await environment.get("/v1/messages")).body.totalCount).toBe(3);
});

test("a window can end when the payload says so; a moment in the past fails the step and says so", async () => {
  const environment = await house.newEnvironment();
  await makeWorkflow(environment, "until", [throttle({ type: "dynamic", dynamicKey: "until" }), inbox("x")]);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const send = (until: unknown) => environment.trigger("until", "ada", { payload: { until } });
  for (const until of [inAnHour, inAnHour]) await environment.finished(await send(until));
  expect((await environment.get("/v1/messages")).body.totalCount).toBe(1);
  const [late] = await environment.finished(await send("2020-01-01T00:00:00Z"));
  expect(late.jobs.map((job: any) => job.status)).toEqual(["failed", "canceled"]);
  expect(late.jobs[0].executionDetails.at(-1).detail).toBe("Throttle window date is in the past");
});

test("a window that cannot be read throttles nothing, and the run says so", async () => {
  const environment = await house.newEnvironment();
  await makeWorkflow(environment, "open", [throttle({ type: "dynamic", dynamicKey: "nowhere" }), inbox("x")]);
  for (let n = 0; n < 2; n += 1) await environment.finished(await environment.trigger("open", "ada"));
  expect((await environment.get("/v1/messages")).body.totalCount).toBe(2);
});
