import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { openTestHouse, type TestHouse } from "../testing/test-house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const digestStep = (amount: number, digestKey?: string) => ({
  name: "Collect",
  stepId: "collect",
  type: "digest",
  controlValues: { type: "regular", amount, unit: "seconds", ...(digestKey ? { digestKey } : {}) },
});
const inboxStep = (body: string) => ({
  name: "Inbox",
  stepId: "inbox",
  type: "in_app",
  controlValues: { subject: "News", body },
});

async function workflow(environment: TestEnvironment, workflowId: string, steps: object[]): Promise<void> {
  const { status, body } = await environment.post("/v2/workflows", {
    name: workflowId,
    workflowId,
    steps,
    __source: "test",
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
}

test("given a delay, the next step runs after it and not before, and the event tells until when", async () => {
  const environment = await house.newEnvironment();
  const delay = {
    name: "Wait",
    stepId: "wait",
    type: "delay",
    controlValues: { type: "regular", amount: 1, unit: "seconds" },
  };
  await workflow(environment, "later", [delay, inboxStep("waited {{ steps.wait.duration }}")]);
  const before = performance.now();
  const transactionId = await environment.trigger("later", "ada");
  const path = `/v1/notifications?transactionId=${transactionId}`;
  const waiting = await environment.until(path, ({ data }) => data[0]?.jobs[0]?.status === "delayed");
  expect(waiting.data[0].jobs[1].status).toBe("pending");
  const [notification] = await environment.finished(transactionId);
  expect(performance.now() - before).toBeGreaterThan(1000);
  expect(notification.jobs[0].executionDetails.map((detail: any) => detail.detail)).toEqual([
    "Step queued",
    "Step delayed",
    "Delay is finished",
  ]);
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  expect(body.data[0].content).toBe("waited 1000");
});

test("events of one subscriber within the window become one message that holds all of them in order", async () => {
  const environment = await house.newEnvironment();
  const text =
    "{{ steps.collect.eventCount }}: {% for e in steps.collect.events %}{{ e.payload.n }},{% endfor %} {{ step.total_count }}";
  await workflow(environment, "digested", [digestStep(3), inboxStep(text)]);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    ids.push(await environment.trigger("digested", "ada", { payload: { n } }));
    await environment.until(
      `/v1/notifications?transactionId=${ids[n]}`,
      ({ data }) => data[0]?.jobs[0]?.status !== "queued" && data.length === 1,
    );
  }
  for (const id of ids) await environment.finished(id);
  const { body } = await environment.get("/v1/messages");
  expect(body.totalCount).toBe(1);
  expect(body.data[0].content).toBe("5: 0,1,2,3,4, 5");

  const main = (await environment.finished(ids[0] as string))[0];
  const merged = (await environment.finished(ids[3] as string))[0];
  expect(merged._digestedNotificationId).toBe(main._id);
  expect(merged.jobs.map((job: any) => job.status)).toEqual(["merged", "merged"]);
  expect(main.jobs[0].digest).toMatchObject({ type: "regular", amount: 3, unit: "seconds" });
  expect(main.jobs[0].digest.events).toHaveLength(5);
});

test("a digest key makes a group of its own", async () => {
  const environment = await house.newEnvironment();
  await workflow(environment, "grouped", [
    digestStep(3, "post.id"),
    inboxStep("{{ steps.collect.eventCount }}"),
  ]);
  const posts = ["a", "b", "a", "a", "b"];
  const ids = await Promise.all(
    posts.map((id) => environment.trigger("grouped", "ada", { payload: { post: { id } } })),
  );
  for (const id of ids) await environment.finished(id);
  const { body } = await environment.get("/v1/messages");
  expect(body.data.map((message: any) => message.content).sort()).toEqual(["2", "3"]);
});

test("many events at once from everywhere: one window a subscriber, every event in it once", async () => {
  const environment = await house.newEnvironment();
  await workflow(environment, "rush", [digestStep(2), inboxStep("{{ steps.collect.eventCount }}")]);
  const to = Array.from({ length: 20 }, (_, index) => `s${index}`);
  const ids = await Promise.all(
    Array.from({ length: 15 }, (_, n) => environment.trigger("rush", to, { payload: { n } })),
  );
  for (const id of ids) await environment.finished(id, 20);
  const { body } = await environment.get("/v1/messages?limit=100");
  expect(body.totalCount).toBe(20);
  expect(new Set(body.data.map((message: any) => message.content))).toEqual(new Set(["15"]));
});

test("canceling a waiting run stops it, and a second time there is nothing to cancel", async () => {
  const environment = await house.newEnvironment();
  const delay = {
    name: "Wait",
    stepId: "wait",
    type: "delay",
    controlValues: { type: "regular", amount: 1, unit: "hours" },
  };
  await workflow(environment, "never", [delay, inboxStep("no")]);
  const transactionId = await environment.trigger("never", ["ada", "bob"]);
  const path = `/v1/notifications?transactionId=${transactionId}`;
  await environment.until(
    path,
    ({ data }) => data.length === 2 && data.every((one: any) => one.jobs[0].status === "delayed"),
  );
  expect((await environment.delete(`/v1/events/trigger/${transactionId}`)).body).toBe(true);
  const [notification] = await environment.finished(transactionId, 2);
  expect(notification.jobs.map((job: any) => job.status)).toEqual(["canceled", "canceled"]);
  expect((await environment.delete(`/v1/events/trigger/${transactionId}`)).body).toBe(false);
});

test("canceling the event that opened a digest hands the window over to the next one", async () => {
  const environment = await house.newEnvironment();
  const text = "{% for e in steps.collect.events %}{{ e.payload.n }},{% endfor %}";
  await workflow(environment, "heirs", [digestStep(4), inboxStep(text)]);
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    ids.push(await environment.trigger("heirs", "ada", { payload: { n } }));
    await environment.until(`/v1/notifications?transactionId=${ids[n]}`, ({ data }) =>
      ["delayed", "merged"].includes(data[0]?.jobs[0]?.status),
    );
  }
  expect((await environment.delete(`/v1/events/trigger/${ids[0]}`)).body).toBe(true);
  expect((await environment.delete(`/v1/events/trigger/${ids[2]}`)).body).toBe(true);
  for (const id of ids) await environment.finished(id);
  const { body } = await environment.get("/v1/messages");
  expect(body.data.map((message: any) => message.content)).toEqual(["1,3,"]);
  const [heir] = await environment.finished(ids[1] as string);
  expect(heir.jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
});
