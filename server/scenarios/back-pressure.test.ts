import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { countTriggers } from "../testing/keyed-caller.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const MOST = 20;
const service = await useTestService({ role: "api", maxBacklog: MOST });

const trigger = (environment: TestEnvironment, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/v1/events/trigger`, {
    method: "POST",
    headers: {
      authorization: `ApiKey ${environment.apiKey}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify({ name: "welcome", to: "ada" }),
  });
const triggers = (of: TestEnvironment) => countTriggers(service.database, of);
const until = (environment: TestEnvironment, status: number) =>
  expect
    .poll(async () => (await trigger(environment)).status, { timeout: 30_000, interval: 300 })
    .toBe(status);

test("Given no worker and more work than may wait, when triggers come, then they are told when to come again and nothing is stored; others, and reads, go on; and all is well again when the work is done", async () => {
  const environment = await service.newEnvironment();
  const other = await service.newEnvironment();
  for (let n = 0; n < MOST; n += 1) expect((await trigger(environment)).status).toBe(201);
  await until(environment, 503);
  const stored = await triggers(environment);
  const refused = await trigger(environment, { "idempotency-key": "k1" });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.json()).toMatchObject({
    statusCode: 503,
    message: "Too many notifications of this environment wait for workers; try again, or start more workers",
  });
  expect(await triggers(environment)).toBe(stored);
  expect((await trigger(other)).status).toBe(201);
  expect((await environment.get("/v1/messages")).status).toBe(200);
  await service.database.queryPlanned(sql`
    update triggers set due_at = null where environment_id = ${environment.id}`);
  await until(environment, 201);
  expect((await trigger(environment, { "idempotency-key": "k1" })).status).toBe(201);
}, 60_000);
