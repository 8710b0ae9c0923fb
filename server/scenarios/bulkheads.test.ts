import { expect, test } from "vitest";
import { useHttpReceiver } from "../testing/receivers.ts";
import { email, sms } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

let openCalls = 0;
let maxOpenCalls = 0;
const slow = await useHttpReceiver((_call, response) => {
  openCalls += 1;
  maxOpenCalls = Math.max(maxOpenCalls, openCalls);
  setTimeout(() => {
    openCalls -= 1;
    response.end('{"id":"s"}');
  }, 1_000);
});
const fast = await useHttpReceiver();
const service = await useTestService();

const SLOW_MESSAGES = 1_200;

test("bulkhead: 1,200 messages for a slow provider do not delay a fast one, and all arrive once", async () => {
  const environment = await service.newEnvironment();
  await environment.given.integration("generic-sms", slow.url);
  await environment.given.integration("email-webhook", fast.url);
  await environment.given.workflow("text", [sms("slow")]);
  await environment.given.workflow("mail", [email("fast")]);
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
