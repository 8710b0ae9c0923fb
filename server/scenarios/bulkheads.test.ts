import { expect, test } from "vitest";
import { systemTime, type Time } from "../src/foundation/clock.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { email, sms } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

let openCalls = 0;
let maxOpenCalls = 0;
/** The slow provider answers when the fast one has received everything. */
let answer = () => {};
const mayAnswer = new Promise<void>((resolve) => {
  answer = resolve;
});
const slow = await useHttpReceiver(async (_call, response) => {
  openCalls += 1;
  maxOpenCalls = Math.max(maxOpenCalls, openCalls);
  await mayAnswer;
  openCalls -= 1;
  response.end('{"id":"s"}');
});
const fast = await useHttpReceiver();
/** On a busy machine, the slow calls wait longer than the 10 s after which a call is given up. */
const patient: Time = {
  ...systemTime,
  after: (ms, work) => systemTime.after(ms < 5_000 ? ms : PATIENCE_MS, work),
};
const service = await useTestService({}, { time: patient });

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
  await expect.poll(() => slow.calls.length).toBeGreaterThan(100);
  await environment.trigger("mail", recipients.slice(0, 30));
  await expect.poll(() => fast.calls.length).toBe(30);
  expect(openCalls).toBe(slow.calls.length);
  answer();
  await expect.poll(() => slow.calls.length, { interval: 100 }).toBe(SLOW_MESSAGES);
  expect(maxOpenCalls).toBeLessThanOrEqual(200);
  const keys = new Set(slow.calls.map(({ headers }) => headers["idempotency-key"]));
  expect(keys.size).toBe(SLOW_MESSAGES);
});
