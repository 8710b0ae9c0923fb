import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { ReceiptKind } from "../src/providers/receipts/receipt.ts";
import { CODE_OF } from "../src/receipts/receipt-details.ts";
import { SIMULATED_CASES } from "../src/simulator/vendors/simulated.ts";
import { codesOf } from "../testing/job-readings.ts";
import {
  givenSimulated,
  PROGRAM,
  startSimulatorProgram,
  TEXT_STEPS,
  useSimulatorProgram,
} from "../testing/simulator-program.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** A message goes to a vendor that the simulator plays, and the vendor's receipts come back. */

const service = await useTestService();
const simulator = await useSimulatorProgram();

const LOOKS = { interval: 100 };

/** An integration with the simulated vendor, which reports to it. */
async function givenReporting(environment: TestEnvironment, providerId: string, place?: string) {
  const description = await simulator.described(providerId);
  const integrationId = await givenSimulated(environment, description);
  const path = `/v2/inbound-webhooks/delivery-providers/${environment.id}/${integrationId}`;
  const answer = await enter(providerId, place ?? service.url + path);
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  await environment.given.workflow("one", [TEXT_STEPS[description.channel as keyof typeof TEXT_STEPS]]);
  return description;
}

const enter = (providerId: string, url: string) =>
  fetch(`${simulator.url}/_receipts/${providerId}`, { method: "PUT", body: url });

/** A subscriber of its own for each message, because a bounce suppresses the address. */
async function sendTo(environment: TestEnvironment, name: string, index: number, vendor: any) {
  const phone = `+3160000010${index}`;
  await environment.given.subscriber(name, { email: `${name}@example.com`, phone });
  if (vendor.subscriberCredentials)
    await environment.given.credentials(name, vendor.providerId, { channel: phone });
  return environment.trigger("one", name, { payload: { text: `simulate-${name}` } });
}

const messageOf = async (environment: TestEnvironment, transactionId: string) =>
  (await environment.get(`/v1/messages?transactionId=${transactionId}`)).body.data[0];
const detailCodes = async (environment: TestEnvironment, transactionId: string) => {
  const { body } = await environment.get(`/v1/notifications?transactionId=${transactionId}`);
  return body.data[0] ? codesOf(body.data[0]) : [];
};

const AFTERWARDS: Partial<Record<ReceiptKind, object>> = {
  delivered: { status: "sent", deliveredAt: [expect.any(String), expect.any(String)] },
  bounced: { status: "error", errorId: "message_bounced" },
  failed: { status: "error", errorId: "message_failed" },
  opened: { status: "sent", seen: true },
  clicked: { status: "sent", seen: true, read: true },
};

const REPORTING = SIMULATED_CASES.filter(({ webhook }) => webhook).map(
  ({ provider, webhook }) => [provider.id, Object.keys(webhook?.bodies ?? {}) as ReceiptKind[]] as const,
);

test.each(REPORTING)("%s: each event comes back to its message: %j", async (id, kinds) => {
  const environment = await service.newEnvironment("bare");
  const vendor = await givenReporting(environment, id);
  expect(vendor.cases).toEqual(expect.arrayContaining([...kinds]));
  const sent = await Promise.all(
    kinds.map(async (kind, index) => ({ kind, id: await sendTo(environment, kind, index, vendor) })),
  );
  for (const { kind, id: transactionId } of sent) {
    await expect.poll(() => detailCodes(environment, transactionId), LOOKS).toContain(CODE_OF[kind]);
    expect(await messageOf(environment, transactionId)).toMatchObject(AFTERWARDS[kind] ?? {});
  }
  await simulator.shows(new RegExp(`${id} {2}\\S+ {2}receipt delivered: 200\\n`));
});

test("without a case in its text a message is reported as delivered, once", async () => {
  const environment = await service.newEnvironment("bare");
  await givenReporting(environment, "resend");
  const to = { subscriberId: "ada", email: "ada@example.org" };
  const transactionId = await environment.trigger("one", to, { payload: { text: "Hi" } });
  await expect.poll(() => detailCodes(environment, transactionId), LOOKS).toContain("message_delivered");
  // The service has stored the receipt before the simulator has its response.
  await simulator.shows(/ada@example\.org {2}receipt delivered: 200\n/);
  const lines = simulator.output().match(/.*ada@example\.org {2}receipt.*/g);
  expect(lines?.filter((line) => / receipt delivered: 200$/.test(line))).toHaveLength(1);
});

test("given a service that cannot be reached or does not know the address, the output says so", async () => {
  await fetch(`${simulator.url}/_receipts`, { method: "DELETE" });
  const environment = await service.newEnvironment("bare");
  const unknown = `${service.url}/v2/inbound-webhooks/delivery-providers/${environment.id}/${environment.id}`;
  await givenReporting(environment, "twilio", "http://127.0.0.1:9/receipts");
  await enter("twilio", unknown);
  await environment.trigger(
    "one",
    { subscriberId: "eve", phone: "+31600000999" },
    { payload: { text: "Hi" } },
  );
  await simulator.shows(/twilio {2}\+31600000999 {2}receipt delivered: not delivered: /);
  await simulator.shows(/twilio {2}\+31600000999 {2}receipt delivered: 401 /);
});

test("given a topic that is not confirmed, SES reports nothing and the output says why", async () => {
  const environment = await service.newEnvironment("bare");
  await givenReporting(environment, "ses", `${service.url}/nowhere`);
  const to = { subscriberId: "mallory", email: "mallory@example.org" };
  await environment.trigger("one", to, { payload: { text: "Hi" } });
  await simulator.shows(/ses {2}.*mallory@example\.org.* {2}no receipts: the address was not confirmed: 404/);
});

test("--receipts enters an address at the start", async () => {
  const environment = await service.newEnvironment("bare");
  const { credentials, ...description } = await simulator.described("resend");
  const integrationId = await givenSimulated(environment, { ...description, credentials });
  const path = `/v2/inbound-webhooks/delivery-providers/${environment.id}/${integrationId}`;
  const other = await startSimulatorProgram("--receipts", `resend=${service.url}${path}`);
  const moved = { credentials: { ...credentials, baseUrl: `${other.url}/resend` } };
  await environment.put(`/v1/integrations/${integrationId}`, moved);
  await environment.given.workflow("one", [TEXT_STEPS.email]);
  const to = { subscriberId: "ada", email: "ada@example.com" };
  const transactionId = await environment.trigger("one", to, { payload: { text: "Hi" } });
  await expect.poll(() => detailCodes(environment, transactionId), LOOKS).toContain("message_delivered");
  expect(await other.stop()).toBe(0);
});

test.each([
  [["--receipts", "slack=http://127.0.0.1:1/"], /^slack sends no receipts; these vendors do: /],
  [["--receipts", "resend"], /^The address of receipts begins with http/],
  [["--smtp-port", "x"], /^--smtp-port needs a number/],
])("%j: exit code 2 and the reason", async (flags, reason) => {
  const run = promisify(execFile)(process.execPath, [PROGRAM, "simulator", ...flags]);
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(reason) });
});

test("a vendor without receipts, or an address that is none: 400 with the reason", async () => {
  const slack = await enter("slack", "http://127.0.0.1:1/");
  expect([slack.status, await slack.json()]).toEqual([
    400,
    { message: expect.stringMatching(/^slack sends no receipts; these vendors do: .*twilio/) },
  ]);
  const nowhere = await enter("twilio", "ftp://x");
  expect([nowhere.status, await nowhere.json()]).toEqual([
    400,
    { message: "The address of receipts begins with http:// or https://" },
  ]);
});
