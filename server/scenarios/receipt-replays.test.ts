import { createHmac } from "node:crypto";
import sql from "sql-template-tag";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../src/service.ts";
import { mailgunWebhook } from "../src/simulator/webhooks/mailgun.ts";
import { environmentRows } from "../testing/environment-rows.ts";
import { ada } from "../testing/given.ts";
import { mailgunReceiptCase } from "../testing/receipts/mailgun.ts";
import { givenReceiver } from "../testing/receiving.ts";
import { email } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** Mailgun's signature covers a time and a token, not the event: who sees one request could report anything for five minutes. */

const service = await useTestService();
const MESSAGE_ID = "20261101.1@mg.example.com";

/** An integration, and a mail that it has sent. */
async function givenMail(environment: TestEnvironment) {
  const { id, path } = await givenReceiver(environment, mailgunReceiptCase);
  await environment.given.workflow("mail", [email("Hello")]);
  await environment.finished(await environment.trigger("mail", ada));
  await service.database.query(sql`
    update messages set integration_id = ${id}, provider_message_id = ${`<${MESSAGE_ID}>`}
    where environment_id = ${environment.id}`);
  return path;
}

const eventOf = (event: string, more: object = {}) => ({
  "event-data": {
    event,
    id: "CCXMjJ7nQi2N3BPigGOdgQ",
    timestamp: 1785585598.126,
    recipient: ada.email,
    message: { headers: { "message-id": MESSAGE_ID } },
    ...more,
  },
});
const DELIVERED = eventOf("delivered");
const BOUNCED = eventOf("failed", { severity: "permanent", reason: "bounce" });
const COMPLAINED = eventOf("complained");

/** A signature that was seen, to be sent with any event. */
function seenSignature(): object {
  const { body = "" } = mailgunWebhook.sign({ url: "", body: "{}", at: new Date() });
  return JSON.parse(body).signature;
}

async function post(url: string, content: object) {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(content) });
  return { status: response.status, body: (await response.json()) as any };
}
const suppressed = async (environment: TestEnvironment) =>
  (await environment.get("/v1/suppressions")).body.totalCount;

test("the signature of a delivery with a bounce or a complaint: 401, and nothing changes", async () => {
  const environment = await service.newEnvironment("furnished");
  const url = service.url + (await givenMail(environment));
  const signature = seenSignature();
  const first = await post(url, { signature, ...DELIVERED });
  expect([first.status, first.body.length]).toEqual([200, 1]);
  const stored = await environmentRows(service.database, environment.id);
  const changed = [
    BOUNCED,
    COMPLAINED,
    // The same id of the event, and of another message: the identity is the whole event.
    eventOf("delivered", { recipient: "bob@example.com" }),
    eventOf("delivered", { timestamp: 1785585599 }),
    eventOf("delivered", { extra: { toString: 1 } }),
    { "event-data": [] },
    {},
  ];
  for (const event of changed) {
    const { status, body } = await post(url, { signature, ...event });
    expect([status, body.message]).toEqual([
      401,
      "The signature of the receipt came with other events before",
    ]);
  }
  expect(await environmentRows(service.database, environment.id)).toEqual(stored);
  expect(await suppressed(environment)).toBe(0);
});

test("the vendor repeats a request: 200, also with its fields in another order, and it is stored once", async () => {
  const environment = await service.newEnvironment("furnished");
  const url = service.url + (await givenMail(environment));
  const signature = seenSignature();
  const first = await post(url, { signature, ...BOUNCED });
  const stored = await environmentRows(service.database, environment.id);
  const reversed = Object.fromEntries(Object.entries(BOUNCED["event-data"]).reverse());
  for (const event of [BOUNCED, { "event-data": reversed }])
    expect(await post(url, { ...event, signature })).toEqual(first);
  expect(await environmentRows(service.database, environment.id)).toEqual(stored);
  // Another signature is another request.
  expect((await post(url, { signature: seenSignature(), ...COMPLAINED })).status).toBe(200);
});

test("sixteen different events with one signature at once: one is taken", async () => {
  const environment = await service.newEnvironment("furnished");
  const url = service.url + (await givenMail(environment));
  const signature = seenSignature();
  const events = Array.from({ length: 16 }, (_, n) => eventOf("opened", { id: `event ${n}` }));
  const answers = await Promise.all(events.map((event) => post(url, { signature, ...event })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(401)]);
});

test("another integration of the account, another process, and after a restart: remembered", async () => {
  const environment = await service.newEnvironment("furnished");
  const path = await givenMail(environment);
  const { path: beside } = await givenReceiver(environment, mailgunReceiptCase);
  const signature = seenSignature();
  expect((await post(service.url + path, { signature, ...DELIVERED })).status).toBe(200);
  expect((await post(service.url + beside, { signature, ...BOUNCED })).status).toBe(401);
  const settings = { ...service.parts.settings, role: "api" as const };
  const store = { ...service.parts.store, close: async () => {} };
  const other = await startService({ ...service.parts, store, settings });
  onTestFinished(() => other.close());
  expect((await post(other.url + path, { signature, ...BOUNCED })).status).toBe(401);
  expect((await post(other.url + path, { signature, ...DELIVERED })).status).toBe(200);
  expect(await suppressed(environment)).toBe(0);
});

test("a forged or an old signature is not remembered", async () => {
  const environment = await service.newEnvironment("furnished");
  const url = service.url + (await givenMail(environment));
  const before = await environmentRows(service.database, environment.id);
  const old = mailgunWebhook.sign({ url: "", body: "{}", at: new Date(Date.now() - 301_000) });
  const [timestamp, token] = [String(Math.floor(Date.now() / 1_000)), "0".repeat(50)];
  const forged = createHmac("sha256", "another key")
    .update(timestamp + token)
    .digest("hex");
  for (const signature of [
    JSON.parse(old.body ?? "").signature,
    { timestamp, token, signature: forged },
    { timestamp: [timestamp], token: { toString: 1 }, signature: forged },
  ])
    expect((await post(url, { signature, ...BOUNCED })).status).toBe(401);
  expect(await environmentRows(service.database, environment.id)).toEqual(before);
});
