import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { RENEW_EVERY_MS } from "../src/delivery/worker/dispatcher.ts";
import { systemTime, type Time } from "../src/foundation/clock.ts";
import { ada } from "../testing/given.ts";
import { type Behaviour, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, inApp, sms } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

/** A process that stood still: its clock has gone on, its leases have ended, and its timers have not been called yet. */

let addedMs = 0;
/** The system's, ahead by `addedMs`; leases are renewed by no timer. */
const time: Time = {
  ...systemTime,
  monotonicMs: () => systemTime.monotonicMs() + addedMs,
  every: (ms, work) => (ms === RENEW_EVERY_MS ? () => {} : systemTime.every(ms, work)),
};

const provider = await useScriptedProvider();
const service = await useTestService({}, { time });

test("a message whose provider has not answered is not sent again by the process that waits for the answer", async () => {
  const environment = await service.newEnvironment();
  await environment.given.integration("generic-sms", `${provider.url}/sms`, { name: "Gateway" });
  await environment.given.workflow("text", [sms("Hello")]);
  await environment.given.workflow("note", [delay({ amount: 3, unit: "seconds" }), inApp("Hello")]);
  let mayAnswer = (): void => {};
  const answer = new Promise<void>((resolve) => {
    mayAnswer = resolve;
  });
  const held: Behaviour = (response) => void answer.then(() => response.end('{"id":"p1"}'));
  provider.script("/sms", held);
  const transactionId = await environment.trigger("text", ada);
  await expect.poll(() => provider.calls.length).toBe(1);

  await service.database.query(sql`
    update jobs set due_at = now() + interval '2 seconds'
    where environment_id = ${environment.id} and unfinished_claims > 0`);
  addedMs += RENEW_EVERY_MS;
  // The claim that takes the end of the delay would take the message, too.
  await environment.finished(await environment.trigger("note", ada));

  expect(provider.calls.length).toBe(1);
  mayAnswer();
  const [run] = await environment.finished(transactionId);
  expect(run.jobs[0].status).toBe("completed");
  expect(provider.calls.length).toBe(1);
});
