import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { openTestHouse, type TestHouse } from "../testing/test-house.ts";
import { detailsOf, inbox, makeWorkflow, statusesOf } from "../testing/workflows.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const digest = (controlValues: object) => ({
  name: "Collect",
  stepId: "collect",
  type: "digest",
  controlValues,
});
const seconds = (amount: number) => ({ amount, unit: "seconds" });
const COUNT = "{{ steps.collect.eventCount }}";

/** Triggers one event and waits until its digest has taken it in or let it pass. */
async function event(environment: TestEnvironment, workflowId: string): Promise<string> {
  const id = await environment.trigger(workflowId, "ada");
  const isDecided = ({ data }: any) =>
    ["delayed", "merged", "skipped", "completed"].includes(data[0]?.jobs[0]?.status);
  await environment.until(`/v1/notifications?transactionId=${id}`, isDecided);
  return id;
}

test("with a look-back the first event passes at once, and those that follow closely are collected", async () => {
  const environment = await house.newEnvironment();
  const lookBack = digest({ type: "regular", ...seconds(3), lookBackWindow: { amount: 1, unit: "hours" } });
  await makeWorkflow(environment, "quiet", [lookBack, inbox(COUNT)]);
  const ids = [];
  for (let n = 0; n < 4; n += 1) ids.push(await event(environment, "quiet"));
  const [first] = await environment.finished(ids[0] as string);
  expect(statusesOf(first)).toEqual(["skipped", "completed"]);
  expect(detailsOf(first.jobs[0])).toContain("Digest was skipped, first backoff event");
  for (const id of ids) await environment.finished(id);
  const { body } = await environment.get("/v1/messages");
  expect(body.data.map((message: any) => message.content)).toEqual(["3", ""]);
  expect((await environment.finished(ids[1] as string))[0].jobs[0].digest).toMatchObject({
    type: "backoff",
    backoff: true,
  });
});

test("a sliding window ends after a quiet time, but never later than its cap", async () => {
  const environment = await house.newEnvironment();
  const sliding = digest({ type: "regular", ...seconds(1), slidingCap: seconds(3) });
  await makeWorkflow(environment, "sliding", [sliding, inbox(COUNT)]);
  const before = performance.now();
  const ids = [];
  for (let n = 0; n < 6; n += 1) {
    ids.push(await event(environment, "sliding"));
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  await environment.finished(ids[0] as string);
  expect(performance.now() - before).toBeGreaterThan(2900);
  const { body } = await environment.get("/v1/messages");
  expect(Number(body.data.at(-1).content)).toBeGreaterThanOrEqual(4);
});

test("a window can close as soon as it holds so many events", async () => {
  const environment = await house.newEnvironment();
  const full = digest({ type: "regular", amount: 1, unit: "hours", maxEvents: 3 });
  await makeWorkflow(environment, "full", [full, inbox(COUNT)]);
  const ids = [];
  for (let n = 0; n < 3; n += 1) ids.push(await event(environment, "full"));
  for (const id of ids) await environment.finished(id);
  expect((await environment.get("/v1/messages")).body.data.map((message: any) => message.content)).toEqual([
    "3",
  ]);
});

test("a timed digest closes at the next moment of its cron expression", async () => {
  const environment = await house.newEnvironment();
  await makeWorkflow(environment, "timed", [digest({ type: "timed", cron: "0 9 * * *" }), inbox(COUNT)]);
  await environment.post("/v2/subscribers", { subscriberId: "ada", timezone: "Asia/Tokyo" });
  const id = await event(environment, "timed");
  const { data } = (await environment.get(`/v1/notifications?transactionId=${id}`)).body;
  const { digest: told } = data[0].jobs[0];
  expect(told).toMatchObject({ type: "timed", timed: { cronExpression: "0 9 * * *" } });
  const until = new Date(told.timed.untilDate);
  expect([until.getUTCHours(), until.getUTCMinutes()]).toEqual([0, 0]);
  expect(until.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
});

test("the older calendar form names days and times in the subscriber's time zone", async () => {
  const environment = await house.newEnvironment();
  const timed = { atTime: "09:30", weekDays: ["monday"] };
  await makeWorkflow(environment, "weekly", [
    digest({ type: "timed", ...{ amount: 1, unit: "weeks" }, timed }),
    inbox(COUNT),
  ]);
  await environment.post("/v2/subscribers", { subscriberId: "ada", timezone: "Asia/Tokyo" });
  const id = await event(environment, "weekly");
  const { data } = (await environment.get(`/v1/notifications?transactionId=${id}`)).body;
  const until = new Date(data[0].jobs[0].digest.timed.untilDate);
  expect([until.getUTCDay(), until.getUTCHours(), until.getUTCMinutes()]).toEqual([1, 0, 30]);
});

test("ten thousand events on one key end in one message that counts them exactly", {
  timeout: 60_000,
}, async () => {
  const environment = await house.newEnvironment();
  await makeWorkflow(environment, "flood", [
    digest({ type: "regular", ...seconds(12) }),
    inbox(`${COUNT} {{ step.total_count }}`),
  ]);
  const events = Array.from({ length: 100 }, () => ({ name: "flood", to: "ada", payload: { a: 1 } }));
  const bulks = Array.from({ length: 100 }, () => environment.post("/v1/events/trigger/bulk", { events }));
  for (const { status } of await Promise.all(bulks)) expect(status).toBe(201);
  const page = await environment.until("/v1/messages", ({ totalCount }) => totalCount > 0, 40_000);
  expect(page.data.map((message: any) => message.content)).toEqual(["10000 10000"]);
});
