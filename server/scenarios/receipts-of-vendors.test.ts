import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { environmentRows } from "../testing/environment-rows.ts";
import { ada } from "../testing/given.ts";
import type { ReceiptCase } from "../testing/receipt-case.ts";
import { RECEIPT_CASES } from "../testing/receipts/receipt-cases.ts";
import { givenReceiver } from "../testing/receiving.ts";
import { email } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** Every vendor's requests over HTTP, at the real route. SES is left out: its certificate is fetched from AWS. */

const service = await useTestService();
const CASES = RECEIPT_CASES.filter(({ name }) => name !== "ses").map(
  (vendor) => [vendor.name, vendor] as const,
);

/** A message that this integration has sent under the vendor's id. */
async function givenMessage(environment: TestEnvironment, integrationId: string, vendor: ReceiptCase) {
  await environment.given.workflow("mail", [email("Hello")]);
  const transactionId = await environment.trigger("mail", ada);
  await environment.finished(transactionId);
  const providerMessageId = vendor.events.flatMap(({ receipts }) => receipts)[0]?.providerMessageId;
  const [message] = await service.database.query<{ id: string }>(sql`
    update messages set integration_id = ${integrationId}, provider_message_id = ${providerMessageId}
    where environment_id = ${environment.id} returning id`);
  return message?.id;
}

/** Without signatures that are remembered: the event is signed anew. */
async function rowsOf({ id }: TestEnvironment) {
  const { receipt_signatures: _, ...rows } = await environmentRows(service.database, id);
  return rows;
}

async function sendTo(path: string, vendor: ReceiptCase, isSigned = true) {
  const [event] = vendor.events.filter(({ receipts }) => receipts.length > 0);
  const fields = event?.body as Record<string, string>;
  const text = vendor.form ? new URLSearchParams(fields).toString() : JSON.stringify(fields);
  const unsigned = { url: service.url + path, body: text, at: new Date() };
  const { url = unsigned.url, body = text, headers = {} } = isSigned ? await vendor.sign(unsigned) : {};
  const type = vendor.form ? "application/x-www-form-urlencoded" : "text/plain; charset=UTF-8";
  const response = await fetch(url, {
    method: body === "" ? "GET" : "POST",
    headers: { ...headers, "content-type": type },
    ...(body === "" ? {} : { body }),
  });
  return { status: response.status, body: (await response.json()) as any };
}

test.each(CASES)(
  "%s: a signed request is stored once; unsigned, or at another integration: 401",
  async (_, vendor) => {
    const environment = await service.newEnvironment("furnished");
    const { id: integrationId, path } = await givenReceiver(environment, vendor);
    const another = await givenReceiver(environment, vendor, { signingKey: "another signing key" });
    const messageId = await givenMessage(environment, integrationId, vendor);

    const before = await environmentRows(service.database, environment.id);
    expect((await sendTo(path, vendor, false)).status).toBe(401);
    expect((await sendTo(another.path, vendor)).status).toBe(401);
    expect(await environmentRows(service.database, environment.id)).toEqual(before);

    const first = await sendTo(path, vendor);
    expect([first.status, first.body[0]?.id]).toEqual([200, messageId]);
    const stored = await rowsOf(environment);
    expect(stored.execution_details).not.toBe(before.execution_details);
    expect((await sendTo(path, vendor)).status).toBe(200);
    expect(await rowsOf(environment)).toEqual(stored);
  },
);

test("a batch of events: stored in the same number of statements as a single event", async () => {
  const environment = await service.newEnvironment("furnished");
  const vendor = RECEIPT_CASES.find(({ name }) => name === "sendgrid") as ReceiptCase;
  const { id: integrationId, path } = await givenReceiver(environment, vendor);
  await givenMessage(environment, integrationId, vendor);
  const opened = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      event: "open",
      email: "ada@example.com",
      timestamp: 1785585598,
      sg_event_id: `event-${count}-${n}`,
      sg_message_id: "14c5d75ce93.filter0001",
    }));
  const statementsFor = async (count: number) => {
    const { requests, reads } = service.databases;
    const before = requests.statementCount + reads.statementCount;
    const events: ReceiptCase["events"] = [{ name: "opened", body: opened(count), receipts: [{} as never] }];
    const { status, body } = await sendTo(path, { ...vendor, events });
    expect([status, body.length]).toEqual([200, count]);
    return requests.statementCount + reads.statementCount - before;
  };
  expect(await statementsFor(500)).toBe(await statementsFor(1));
});

test("whatsapp-business: Meta's check of the URL is answered with the challenge as plain text", async () => {
  const environment = await service.newEnvironment("bare");
  const vendor = RECEIPT_CASES.find(({ name }) => name === "whatsapp-business") as ReceiptCase;
  const { id, path } = await givenReceiver(environment, vendor);
  const check = async (token: string) => {
    const query = `hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`;
    const response = await fetch(`${service.url}${path}?${query}`);
    return [response.status, response.headers.get("content-type"), await response.text()];
  };
  expect(await check(id)).toEqual([200, "text/plain; charset=utf-8", "1158201444"]);
  expect((await check("wrong"))[0]).toBe(401);
});
