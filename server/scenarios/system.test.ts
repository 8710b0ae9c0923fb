import { expect, test } from "vitest";
import { saveRetention } from "../src/environments/retention-store.ts";
import { VERSION } from "../src/foundation/version.ts";
import { ada } from "../testing/given.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, inApp, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, NEW_YEAR } from "../testing/virtual-time.ts";

const STARTED_AT_MS = Date.now();
const provider = await useScriptedProvider();
const service = await useTestService();
const idle = await useTestService({ role: "api" });
const systemOf = async (environment: TestEnvironment) => (await environment.get("/v1/system")).body;

test("system: an idle environment has the versions, the store and a worker, and nothing to do", async () => {
  const environment = await service.newEnvironment();
  const system = await systemOf(environment);
  expect(system).toMatchObject({
    version: VERSION,
    store: { kind: "postgres" },
    workers: { count: 1 },
    queue: { ready: 0, readyCapped: false, oldestAgeSeconds: 0 },
    waiting: { count: 0, countCapped: false },
    deadLetters: { count: 0, countCapped: false },
    openBreakers: 0,
    retention: { notifications: 90, dead_letters: 30, in_app: 90, email: 90 },
  });
  expect(system.waiting.nextDueAt).toBeUndefined();
  expect(system.store.version).toMatch(/^\d+\.\d+$/);
  expect(system.store.bytes).toBeGreaterThan(1_000_000);
  expect(Date.parse(system.workers.lastSeenAt)).toBeGreaterThanOrEqual(STARTED_AT_MS);
});

test("system: steps that wait, with the moment of the first, by the clock of the environment", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("later", [delay({ amount: 2, unit: "hours" }), inApp("late")]);
  await environment.given.workflow("soon", [delay({ amount: 30, unit: "minutes" }), inApp("soon")]);
  await environment.trigger("later", [{ subscriberId: "a" }, { subscriberId: "b" }]);
  await environment.trigger("soon", { subscriberId: "a" });
  await settled(environment);
  const halfPast = new Date(Date.parse(NEW_YEAR) + 30 * 60_000).toISOString();
  expect((await systemOf(environment)).waiting).toEqual({
    count: 3,
    countCapped: false,
    nextDueAt: halfPast,
  });
  await advance(environment, 1, "hours");
  expect((await systemOf(environment)).waiting.count).toBe(2);
  const other = await service.newEnvironment();
  expect((await systemOf(other)).waiting.count).toBe(0);
});

test("system: dead letters, and the integrations that are not called", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("generic-sms", `${provider.url}/a`);
  await environment.given.workflow("text", [sms("Hello")]);
  provider.script("/a", status(400), ...Array(5).fill(status(503)));
  for (let n = 0; n < 6; n += 1) {
    await environment.trigger("text", ada);
    await settled(environment);
  }
  const system = await systemOf(environment);
  expect(system).toMatchObject({ deadLetters: { count: 1 }, openBreakers: 1, waiting: { count: 5 } });
});

test("system: due work that no worker takes is counted, with the age of the oldest", async () => {
  const environment = await idle.newEnvironment();
  await environment.given.workflow("one", [inApp("one")]);
  for (let n = 0; n < 3; n += 1) await environment.trigger("one", ada);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { queue, workers } = await systemOf(environment);
  expect(queue).toMatchObject({ ready: 3, readyCapped: false });
  expect(queue.oldestAgeSeconds).toBeGreaterThan(0.04);
  expect(workers).toEqual({ count: 0 });
});

test("system: the environment's retention; messages are kept no longer than their notifications", async () => {
  const environment = await service.newEnvironment();
  const { body } = await environment.get("/v1/environments/me");
  await saveRetention(service.database, body.name, {
    notifications: 10,
    in_app: 5,
    email: 0,
    dead_letters: 50,
  });
  expect((await systemOf(environment)).retention).toEqual({
    ...{ notifications: 10, dead_letters: 10, in_app: 5, email: 10, sms: 10, chat: 10, push: 10 },
  });
  await saveRetention(service.database, body.name, { notifications: 0, dead_letters: 0, sms: 7 });
  expect((await systemOf(environment)).retention).toEqual({ sms: 7 });
});

test("system: a key without the scope manage gets 403", async () => {
  const environment = await service.newEnvironment();
  const { body } = await environment.post(`/v1/environments/${environment.id}/api-keys`, {
    scopes: ["read"],
  });
  const response = await fetch(`${service.url}/v1/system`, {
    headers: { authorization: `ApiKey ${body.key}` },
  });
  expect(response.status).toBe(403);
  await response.body?.cancel();
});
