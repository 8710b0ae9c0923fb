import { expect, test } from "vitest";
import { inApp } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

const topic = (topicKey: string, more: object = {}) => ({ type: "Topic", topicKey, ...more });
const reached = async (
  environment: TestEnvironment,
  transactionId: string,
  count: number,
): Promise<string[]> =>
  (await environment.finished(transactionId, count)).map((one: any) => one.subscriber.subscriberId).sort();

test("overlapping topics: each member is reached once, even if also named directly", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("x")]);
  await environment.given.topic("red", ["ada", "bob", "cleo"]);
  await environment.given.topic("blue", ["cleo", "dan"]);
  const id = await environment.trigger("news", ["bob", "eve", topic("red"), topic("blue"), topic("nowhere")]);
  expect(await reached(environment, id, 5)).toEqual(["ada", "bob", "cleo", "dan", "eve"]);
  expect((await environment.get("/v1/messages")).body.totalCount).toBe(5);
});

test("the actor and excluded members: are left out unless they are named directly", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("x")]);
  await environment.given.topic("red", ["ada", "bob", "cleo"]);
  const send = async (to: unknown) =>
    (await environment.post("/v1/events/trigger", { name: "news", to, actor: "ada" })).body.transactionId;
  const quiet = await send(topic("red", { exclude: ["bob"] }));
  expect(await reached(environment, quiet, 1)).toEqual(["cleo"]);
  const named = await send(["ada", topic("red")]);
  expect(await reached(environment, named, 3)).toEqual(["ada", "bob", "cleo"]);
});

test("a topic of 3,000 members: is expanded in parts, and reaches each member once", async () => {
  const environment = await service.newEnvironment("test");
  await environment.given.workflow("news", [inApp("x")]);
  const members = Array.from({ length: 3000 }, (_, index) => `s${index}`);
  const first = await environment.trigger("news", members.slice(0, 1000));
  const others = [members.slice(1000, 2000), members.slice(2000)].map((part) =>
    environment.trigger("news", part),
  );
  await Promise.all([first, ...others]);
  await environment.until("/v1/messages?limit=1", ({ totalCount }) => totalCount === 3000);
  for (let from = 0; from < 3000; from += 100) {
    await environment.post("/v2/topics/all/subscriptions", {
      subscriberIds: members.slice(from, from + 100),
    });
  }
  const id = await environment.trigger("news", topic("all"));
  const path = `/v1/messages?limit=1&transactionId=${id}`;
  await environment.until(path, ({ totalCount }) => totalCount === 3000);
  await settled(environment);
  expect((await environment.get(path)).body.totalCount).toBe(3000);
});
