import { expect, test } from "vitest";
import { environmentRows } from "../testing/environment-rows.ts";
import { ada } from "../testing/given.ts";
import { codesOf } from "../testing/job-readings.ts";
import { eventOf, HARD_BOUNCE, LONG_AGO, SIGNING_SECRET, useResend } from "../testing/resend.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** A vendor sends mails and reports what became of them; its official package signs the reports. */

const vendor = await useResend();
const service = await useTestService();
const { mailTo } = vendor;
const report: typeof vendor.report = (path, ...more) => vendor.report(service.url + path, ...more);

const messageOf = async (environment: TestEnvironment, transactionId: string) =>
  (await environment.get(`/v1/messages?transactionId=${transactionId}`)).body.data[0];
const detailsOf = async (environment: TestEnvironment, transactionId: string) => {
  const { body } = await environment.get(`/v1/notifications?transactionId=${transactionId}`);
  return body.data[0].jobs[0].executionDetails;
};

test("a mail is delivered, opened and clicked: details and times of the message; repeats are ignored", async () => {
  const environment = await service.newEnvironment("bare");
  const path = await vendor.connect(environment);
  const { transactionId, providerMessageId } = await mailTo(environment);
  for (const type of ["email.delivered", "email.opened", "email.clicked", "email.delivered", "email.sent"]) {
    expect((await report(path, eventOf(type, providerMessageId))).status).toBe(200);
  }
  const details = await detailsOf(environment, transactionId);
  const received = details.filter(({ code }: any) => /delivered|opened|clicked/.test(code));
  expect(
    received.map(({ code, detail, status, source }: any) => [code, detail, status, source]).sort(),
  ).toEqual([
    ["message_clicked", "Message clicked", "ReadConfirmation", "Webhook"],
    ["message_delivered", "Message delivered", "Success", "Webhook"],
    ["message_opened", "Message seen", "ReadConfirmation", "Webhook"],
  ]);
  const message = await messageOf(environment, transactionId);
  expect(message).toMatchObject({ status: "sent", seen: true, read: true, lastSeenDate: LONG_AGO });
  expect(message.deliveredAt).toEqual([expect.any(String), LONG_AGO]);
  const again = await report(path, eventOf("email.delivered", providerMessageId));
  expect(again.body).toEqual([
    { id: message._id, event: { status: "delivered", date: LONG_AGO, externalId: providerMessageId } },
  ]);
});

test("a hard bounce: the message fails, and the next mail to the address is not sent and says why", async () => {
  const environment = await service.newEnvironment("bare");
  const path = await vendor.connect(environment);
  const { transactionId, providerMessageId } = await mailTo(environment);
  await report(path, eventOf("email.bounced", providerMessageId, HARD_BOUNCE));
  expect(await messageOf(environment, transactionId)).toMatchObject({
    status: "error",
    errorId: "message_bounced",
    errorText: "mailbox unknown",
  });
  const { body: list } = await environment.get("/v1/suppressions?address=ADA@example.com");
  expect(list).toMatchObject({ totalCount: 1, next: null });
  expect(list.data).toMatchObject([
    {
      channel: "email",
      address: ada.email,
      reason: "bounced",
      explanation: "mailbox unknown",
      subscriberId: "ada",
    },
  ]);

  const before = vendor.count();
  const next = await mailTo(environment, { ...ada, email: "Ada@Example.com" });
  expect(vendor.count()).toBe(before);
  expect(next.notification.jobs[0].status).toBe("failed");
  expect(codesOf(next.notification)).toContain("address_suppressed");
  expect(await messageOf(environment, next.transactionId)).toMatchObject({
    status: "error",
    errorId: "address_suppressed",
    errorText: expect.stringContaining("bounced or was marked as spam"),
  });
  const { body: explained } = await environment.post("/v1/events/trigger/explain", {
    name: "mail",
    to: "ada",
  });
  expect(JSON.stringify(explained)).toContain("address_suppressed");

  const { _id } = await messageOf(environment, transactionId);
  await environment.post(`/v1/messages/${_id}/resend`, {});
  const notifications = `/v1/notifications?transactionId=${transactionId}`;
  await environment.until(notifications, ({ data }) => codesOf(data[0]).includes("provider_failed"));
  expect(vendor.count()).toBe(before);

  expect((await environment.delete(`/v1/suppressions/${list.data[0]._id}`)).status).toBe(200);
  expect((await environment.delete(`/v1/suppressions/${list.data[0]._id}`)).status).toBe(404);
  expect((await mailTo(environment)).notification.jobs[0].status).toBe("completed");
});

test("a soft bounce or a bounced copy recipient: a detail, and no suppression of the message's own address", async () => {
  const environment = await service.newEnvironment("bare");
  const path = await vendor.connect(environment);
  const soft = await mailTo(environment);
  await report(path, eventOf("email.bounced", soft.providerMessageId, { bounce: { type: "Transient" } }));
  expect(await messageOf(environment, soft.transactionId)).toMatchObject({ status: "error" });
  const copied = await mailTo(environment);
  await report(
    path,
    eventOf("email.bounced", copied.providerMessageId, { ...HARD_BOUNCE, to: ["bob@example.com"] }),
  );
  expect(await messageOf(environment, copied.transactionId)).toMatchObject({ status: "sent" });
  const { body } = await environment.get("/v1/suppressions");
  expect(body.data.map(({ address }: any) => address)).toEqual(["bob@example.com"]);
});

test("a subscriber is deleted: its suppressions go, and a late receipt stores nothing", async () => {
  const environment = await service.newEnvironment("bare");
  const path = await vendor.connect(environment);
  const { providerMessageId } = await mailTo(environment);
  await report(path, eventOf("email.bounced", providerMessageId, HARD_BOUNCE));
  await environment.delete("/v2/subscribers/ada");
  await environment.until("/v1/suppressions", ({ totalCount }) => totalCount === 0);
  await environment.until("/v1/messages", ({ data }) => data.length === 0);
  const late = await report(path, eventOf("email.complained", providerMessageId));
  expect(late).toEqual({ status: 200, body: [] });
});

test("a receipt that arrives before the message's id is stored: is stored a moment later", async () => {
  const environment = await service.newEnvironment("bare");
  const path = await vendor.connect(environment);
  const early = eventOf("email.delivered", `re-${vendor.count() + 1}`);
  const reported = report(path, { ...early, created_at: new Date().toISOString() });
  const { transactionId } = await mailTo(environment);
  expect((await reported).body).toHaveLength(1);
  expect((await detailsOf(environment, transactionId)).map(({ code }: any) => code)).toContain(
    "message_delivered",
  );
});

test("forged, replayed or foreign receipts: 401, and nothing changes", async () => {
  const [environment, stranger] = [
    await service.newEnvironment("bare"),
    await service.newEnvironment("bare"),
  ];
  const path = await vendor.connect(environment);
  const foreign = await vendor.connect(stranger);
  const { providerMessageId } = await mailTo(environment);
  const before = await environmentRows(service.database, environment.id);
  const event = eventOf("email.bounced", providerMessageId, HARD_BOUNCE);
  const integrationId = foreign.split("/").at(-1) as string;
  const sent = [
    await report(path, event, { at: new Date(Date.now() - 301_000) }),
    await report(path.replace(/[^/]+$/, integrationId), event),
    await report(foreign.replace(/[^/]+$/, path.split("/").at(-1) as string), event),
    await report(path.replace(/[^/]+$/, "0".repeat(24)), event),
    await report(path.replace(/[^/]+$/, "nonsense"), event),
  ];
  expect(sent.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  // The stranger's own key is the same, so only the integration decides: its vendor knows no such message.
  expect(await report(foreign, event)).toEqual({ status: 200, body: [] });
  const unsigned = await fetch(service.url + path, { method: "POST", body: JSON.stringify(event) });
  expect(unsigned.status).toBe(401);
  expect((await fetch(service.url + path)).status).toBe(401);
  expect(await environmentRows(service.database, environment.id)).toEqual(before);
});

test("an oversized receipt: 413; one with a right signature and unusable content: 4xx; nothing changes", async () => {
  const environment = await service.newEnvironment("bare");
  const path = await vendor.connect(environment);
  const { providerMessageId } = await mailTo(environment);
  const before = await environmentRows(service.database, environment.id);
  const event = eventOf("email.delivered", providerMessageId);
  expect((await report(path, { ...event, more: "x".repeat(1_100_000) })).status).toBe(413);
  const deep = JSON.parse(`${"[".repeat(40)}1${"]".repeat(40)}`);
  for (const unusable of [
    { ...event, deep },
    { ...event, text: "\0" },
    { ...event, text: "\ud800" },
  ]) {
    expect((await report(path, unusable)).status).toBe(400);
  }
  for (const ignored of [
    [],
    [1, null, "x"],
    { type: "email.delivered" },
    { type: 7, data: [] },
    { type: "constructor" },
  ]) {
    expect(await report(path, ignored)).toEqual({ status: 200, body: [] });
  }
  expect(await environmentRows(service.database, environment.id)).toEqual(before);
});

test("an integration without a key or with receipts switched off: 401 and a sentence", async () => {
  const environment = await service.newEnvironment("bare");
  const path = await vendor.connect(environment);
  const integrationPath = `/v1/integrations/${path.split("/").at(-1)}`;
  await environment.put(integrationPath, { configurations: {} });
  const missing = await report(path, eventOf("email.delivered", "x"));
  expect([missing.status, missing.body.message]).toEqual([
    401,
    "The integration has no configurations.inboundWebhookSigningKey, with which receipts are verified",
  ]);
  const off = { inboundWebhookEnabled: false, inboundWebhookSigningKey: SIGNING_SECRET };
  await environment.put(integrationPath, { configurations: off });
  expect((await report(path, eventOf("email.delivered", "x"))).status).toBe(401);
});
