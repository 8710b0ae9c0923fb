import { beforeEach, expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { eventOf, HARD_BOUNCE, useResend } from "../testing/resend.ts";
import { delay, email, lasting, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

/** A mail that its vendor accepts and reports as bounced later: an SMS takes its place, if it is still ahead. */

const vendor = await useResend();
const gateway = await useHttpReceiver();
const service = await useTestService();
beforeEach(() => {
  gateway.calls.length = 0;
});

const onlyIf = { step: "mail", is: "not_delivered" };
const WAIT = delay(lasting(10, "minutes"));
const FALLBACK = { ...sms("Your mail bounced"), onlyIf };

async function prepared(steps: object[]) {
  const environment = await frozenAt(service);
  const path = await vendor.connect(environment);
  await environment.given.integration("generic-sms", gateway.url);
  await environment.given.workflow("alarm", steps);
  return { environment, receipts: service.url + path };
}

/** Triggers, and waits until the vendor has the mail. */
async function mailed(environment: TestEnvironment) {
  const transactionId = await environment.trigger("alarm", ada);
  await settled(environment);
  return { transactionId, mail: `re-${vendor.count()}` };
}

async function endOf(environment: TestEnvironment, transactionId: string) {
  const [{ jobs }] = await environment.finished(transactionId);
  const last = jobs.at(-1);
  return { mail: jobs[0].status, text: [last.status, last.executionDetails.at(-1).code] };
}

test("a hard bounce during the delay: the SMS is sent, and the mail's job stays completed", async () => {
  const { environment, receipts } = await prepared([email("Hello"), WAIT, FALLBACK]);
  const { transactionId, mail } = await mailed(environment);
  expect(gateway.calls).toEqual([]);
  expect((await vendor.report(receipts, eventOf("email.bounced", mail, HARD_BOUNCE))).body).toHaveLength(1);
  await advance(environment, 11, "minutes");
  const end = await endOf(environment, transactionId);
  expect(end).toEqual({ mail: "completed", text: ["completed", "message_sent"] });
  expect(gateway.calls).toHaveLength(1);
});

test.each([
  ["is delivered", "email.delivered", {}],
  ["is reported as opened", "email.opened", {}],
  ["bounces for a copy recipient", "email.bounced", { ...HARD_BOUNCE, to: ["bob@example.com"] }],
])("a mail that %s during the delay: no SMS", async (_name, type, data) => {
  const { environment, receipts } = await prepared([email("Hello"), WAIT, FALLBACK]);
  const { transactionId, mail } = await mailed(environment);
  await vendor.report(receipts, eventOf(type, mail, data));
  await advance(environment, 11, "minutes");
  expect((await endOf(environment, transactionId)).text).toEqual(["canceled", "already_reached"]);
  expect(gateway.calls).toEqual([]);
});

test("without a receipt: no SMS; a bounce after the end of the run changes no job", async () => {
  const { environment, receipts } = await prepared([email("Hello"), WAIT, FALLBACK]);
  const { transactionId, mail } = await mailed(environment);
  await advance(environment, 11, "minutes");
  await vendor.report(receipts, eventOf("email.bounced", mail, HARD_BOUNCE));
  await advance(environment, 60, "minutes");
  expect((await endOf(environment, transactionId)).text).toEqual(["canceled", "already_reached"]);
  expect(gateway.calls).toEqual([]);
});

test.each([
  ["bounces", true, ["completed", "message_sent"], 1],
  ["does not bounce", false, ["canceled", "already_reached"], 0],
] as const)("within: the step waits for a report; the mail %s", async (_name, bounces, text, count) => {
  const within = { amount: 10, unit: "minutes" };
  const { environment, receipts } = await prepared([
    email("Hello"),
    { ...FALLBACK, onlyIf: { ...onlyIf, within } },
  ]);
  const { transactionId, mail } = await mailed(environment);
  if (bounces) await vendor.report(receipts, eventOf("email.bounced", mail, HARD_BOUNCE));
  await advance(environment, 9, "minutes");
  expect(gateway.calls).toEqual([]);
  await advance(environment, 2, "minutes");
  expect((await endOf(environment, transactionId)).text).toEqual(text);
  expect(gateway.calls).toHaveLength(count);
});

test("a step that names another one does not react to the bounce", async () => {
  const other = { ...email("Other"), stepId: "other", name: "other" };
  const text = { ...FALLBACK, onlyIf: { ...onlyIf, step: "other" } };
  const { environment, receipts } = await prepared([email("Hello"), other, WAIT, text]);
  const before = vendor.count();
  const { transactionId } = await mailed(environment);
  await vendor.report(receipts, eventOf("email.bounced", `re-${before + 1}`, HARD_BOUNCE));
  await advance(environment, 11, "minutes");
  expect((await endOf(environment, transactionId)).text).toEqual(["canceled", "already_reached"]);
});
