import { expect, test } from "vitest";
import { countTriggers } from "../testing/keyed-caller.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService({
  rateLimits: { trigger: 1, configuration: 1, inbox: 0, other: 0 },
  trustedProxies: "127.0.0.1",
});

const event = { name: "welcome", to: "ada" };
const trigger = (environment: TestEnvironment, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/v1/events/trigger`, {
    method: "POST",
    headers: {
      authorization: `ApiKey ${environment.apiKey}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify(event),
  });

test("given ten triggers over a limit of one a second, the surplus gets 429; other requests go on", async () => {
  const [environment, other] = [await service.newEnvironment(), await service.newEnvironment()];
  const answers = await Promise.all(Array.from({ length: 10 }, () => trigger(environment)));
  const [accepted, refused] = [201, 429].map((status) =>
    answers.filter((answer) => answer.status === status),
  );
  expect(accepted?.length).toBeGreaterThanOrEqual(2);
  expect(accepted?.length).toBeLessThan(10);
  expect(refused?.length).toBe(10 - (accepted?.length ?? 0));
  expect(await countTriggers(service.database, environment)).toBe(accepted?.length);
  for (const { headers } of answers) {
    expect(headers.get("ratelimit-policy")).toBe('"trigger";q=2;w=2');
    expect(headers.get("ratelimit")).toMatch(/^"trigger";r=[01];t=[12]$/);
  }
  for (const answer of refused ?? []) {
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(await answer.json()).toMatchObject({
      statusCode: 429,
      path: "/v1/events/trigger",
      ctx: { error: "Too Many Requests", statusCode: 429 },
      message: 'Too many requests: the limit is 1 a second for the class "trigger" of this environment',
    });
  }
  expect((await trigger(other)).status).toBe(201);
  const messages = await environment.get("/v1/messages");
  expect([messages.status, messages.headers.get("ratelimit")]).toEqual([200, null]);
  expect((await environment.post("/v2/workflows", { name: "w", workflowId: "w", steps: [] })).status).toBe(
    201,
  );
});

test("a bulk call: counts as many as its events; a refused one starts none", async () => {
  const environment = await service.newEnvironment();
  const bulk = () => environment.post("/v1/events/trigger/bulk", { events: Array(20).fill(event) });
  expect((await bulk()).status).toBe(201);
  const refused = await bulk();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(15);
  expect(await countTriggers(service.database, environment)).toBe(20);
});

test("a replay under an idempotency key: counts like any other request", async () => {
  const environment = await service.newEnvironment();
  const answers = [];
  for (let n = 0; n < 10; n += 1) answers.push(await trigger(environment, { "idempotency-key": "k" }));
  expect(answers.map(({ status }) => status)).toContain(429);
  expect(await countTriggers(service.database, environment)).toBe(1);
});

test("given too many wrong keys, the address is refused, but a key that was right before goes on", async () => {
  const attacker = { "x-forwarded-for": "203.0.113.9" };
  const get = (key: string, headers: Record<string, string> = attacker) =>
    fetch(`${service.url}/v1/messages`, { headers: { authorization: `ApiKey ${key}`, ...headers } });
  const [known, unknown] = [await service.newEnvironment(), await service.newEnvironment()];
  expect((await get(known.apiKey)).status).toBe(200);
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => (await get(`wrong-${n}`)).status),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(180);
  const refused = await get(unknown.apiKey);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(30);
  expect(await refused.json()).toMatchObject({
    statusCode: 429,
    message: "Too many wrong API keys from this address; try again later",
  });
  expect((await get(known.apiKey)).status).toBe(200);
  expect((await get(unknown.apiKey, { "x-forwarded-for": "203.0.113.10" })).status).toBe(200);
  // From now on the key is known, from every address.
  expect((await get(unknown.apiKey)).status).toBe(200);
});

test.each([
  "td_0123456789abcdefghijklmnopqrstuvwxyz",
  "Token td_0123456789abcdefghijklmnopqrstuvwxyz",
  "ApiKey td_0123456789abcdefghijklmnopqrstuvwxyz",
  "Bearer td_0123456789abcdefghijklmnopqrstuvwxyz",
  "Basic dGlkaW5nczp0ZF8wMTIz",
  "Api0123 td_0123456789abcdefghijklmnopqrstuvwxyz",
])("a 401 for %s: repeats nothing of it", async (authorization) => {
  const response = await fetch(`${service.url}/v1/messages`, { headers: { authorization } });
  expect(response.status).toBe(401);
  const answer = JSON.stringify([...response.headers]) + (await response.text());
  const secret = authorization.replace(/^(ApiKey|Bearer) /, "");
  for (const part of secret.split(" ")) expect(answer).not.toContain(part.slice(0, 6));
});
