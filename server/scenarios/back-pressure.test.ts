import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { countTriggers, keyedCaller } from "../testing/keyed-caller.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const MAX_BACKLOG = 20;
const service = await useTestService({ role: "api", maxBacklog: MAX_BACKLOG });

const trigger = (environment: TestEnvironment, key?: string) => {
  const call = keyedCaller(service.url, environment.apiKey);
  return call({ path: "/v1/events/trigger", ...(key && { key }), body: { name: "welcome", to: "ada" } });
};
const storedTriggers = (environment: TestEnvironment) => countTriggers(service.database, environment);
const untilAnswered = (environment: TestEnvironment, status: number) =>
  expect.poll(async () => (await trigger(environment)).status, { interval: 300 }).toBe(status);

test("back-pressure: a full backlog gets 503 for its own environment's triggers until it shrinks", async () => {
  const environment = await service.newEnvironment();
  const other = await service.newEnvironment();
  for (let n = 0; n < MAX_BACKLOG; n += 1) expect((await trigger(environment)).status).toBe(201);
  await untilAnswered(environment, 503);
  const stored = await storedTriggers(environment);
  const refused = await trigger(environment, "k1");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(refused.body).toMatchObject({
    statusCode: 503,
    message: "Too many notifications of this environment wait for workers; try again, or start more workers",
  });
  expect(await storedTriggers(environment)).toBe(stored);
  expect((await trigger(other)).status).toBe(201);
  expect((await environment.get("/v1/messages")).status).toBe(200);
  await service.database.queryPlanned(sql`
    delete from fanouts where environment_id = ${environment.id}`);
  await untilAnswered(environment, 201);
  expect((await trigger(environment, "k1")).status).toBe(201);
});
