import { afterAll, beforeAll, expect, test } from "vitest";
import { integrate } from "../testing/integrate.ts";
import { type HttpReceiver, openHttpReceiver } from "../testing/receivers.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { makeWorkflow } from "../testing/workflows.ts";

let service: TestService;
let slow: HttpReceiver;
let fast: HttpReceiver;
let openCalls = 0;
let maxOpenCalls = 0;
beforeAll(async () => {
  slow = await openHttpReceiver((_call, response) => {
    openCalls += 1;
    maxOpenCalls = Math.max(maxOpenCalls, openCalls);
    setTimeout(() => {
      openCalls -= 1;
      response.end('{"id":"s"}');
    }, 1_000);
  });
  fast = await openHttpReceiver();
  service = await startTestService();
});
afterAll(async () => {
  await service.close();
  await slow.close();
  await fast.close();
});

const SLOW_MESSAGES = 1_200;

test("bulkhead: 1,200 messages for a slow provider do not delay a fast one, and all arrive once", async () => {
  const environment = await service.newEnvironment();
  await integrate(environment, "generic-sms", { baseUrl: slow.url });
  await integrate(environment, "email-webhook", { webhookUrl: fast.url });
  await makeWorkflow(environment, "text", [
    { name: "Text", stepId: "text", type: "sms", controlValues: { body: "slow" } },
  ]);
  await makeWorkflow(environment, "mail", [
    { name: "Mail", stepId: "mail", type: "email", controlValues: { subject: "fast", body: "fast" } },
  ]);
  const recipients = Array.from({ length: SLOW_MESSAGES }, (_, index) => ({
    subscriberId: `p${index}`,
    phone: "+31600000001",
    email: `p${index}@example.com`,
  }));
  for (let from = 0; from < SLOW_MESSAGES; from += 600) {
    await environment.trigger("text", recipients.slice(from, from + 600));
  }
  await expect.poll(() => slow.calls.length, { timeout: 10_000 }).toBeGreaterThan(100);
  await environment.trigger("mail", recipients.slice(0, 30));
  await expect.poll(() => fast.calls.length, { timeout: 10_000 }).toBe(30);
  expect(slow.calls.length).toBeLessThan(SLOW_MESSAGES / 2);
  await expect.poll(() => slow.calls.length, { timeout: 30_000, interval: 100 }).toBe(SLOW_MESSAGES);
  expect(maxOpenCalls).toBeLessThanOrEqual(200);
  const keys = new Set(slow.calls.map(({ headers }) => headers["idempotency-key"]));
  expect(keys.size).toBe(SLOW_MESSAGES);
}, 60_000);
