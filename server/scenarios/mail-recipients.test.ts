import { expect, test } from "vitest";
import { startService } from "../src/service.ts";
import { codesOf, detailsOf, statusesOf } from "../testing/job-readings.ts";
import { useHttpReceiver, useSmtpReceiver } from "../testing/receivers.ts";
import { email, inApp, push } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, messagesOf, runOf } from "../testing/virtual-time.ts";

/** A mail server answers for each recipient of a mail: the subscriber's own answer decides the message. */

const smtp = await useSmtpReceiver();
const other = await useSmtpReceiver();
/** Expo has a ticket for each device; the tablet is put off once. */
const expo = await useHttpReceiver(({ body: { to } }, response) => {
  const isLate = (token: string) => expo.calls.length === 1 && token === TABLET;
  const tickets = to.map((token: string) => (isLate(token) ? LATE : { status: "ok", id: "t" }));
  response.end(JSON.stringify({ data: tickets }));
});
const service = await useTestService();

const [PHONE, TABLET] = ["ExponentPushToken[phone]", "ExponentPushToken[tablet]"];
const LATE = { status: "error", message: "late", details: { error: "MessageRateExceeded" } };
const GREY = "450 4.2.0 Greylisted, try again later";
const GONE = "550 5.1.1 No such user";
const RELAY = "554 5.7.1 Relay access denied";
const account = ({ port }: { port: number }) => ({
  host: "127.0.0.1",
  port: String(port),
  from: "us@example.org",
});

let count = 0;

/** An environment with mail servers; a mail to a new subscriber with a copy to a new address. */
async function mailing(servers = [smtp], through = service) {
  const environment = await frozenAt(through);
  for (const server of servers) await environment.given.integration("nodemailer", account(server));
  await environment.given.workflow("mail", [email("Hi")]);
  count += 1;
  return { environment, own: `ada${count}@example.com`, copy: `bob${count}@example.com` };
}

async function mail(environment: TestEnvironment, own: string, overrides: object): Promise<string> {
  const to = { subscriberId: own.replace("@", "-"), email: own };
  const transactionId = await environment.trigger("mail", to, { overrides: { email: overrides } });
  await settled(environment);
  return transactionId;
}

const gotBy = (server: typeof smtp, ...addresses: string[]) =>
  server.mails.filter(({ to }) => to.some((one) => addresses.includes(one))).map(({ to }) => to);
const rawOf = (notification: any, code: string) =>
  JSON.parse(notification.jobs[0].executionDetails.findLast((one: any) => one.code === code).raw);
const deadLetters = async (environment: TestEnvironment) =>
  (await environment.get("/v1/dead-letters")).body.data;

test("a copy that is put off: the message is sent, and goes again to the copy alone", async () => {
  const { environment, own, copy } = await mailing();
  smtp.refuse(copy, GREY, 2);
  const transactionId = await mail(environment, own, { cc: [copy], bcc: ["cem@example.com"] });
  const [sent] = await messagesOf(environment);
  expect(sent).toMatchObject({ status: "sent", attempts: 1, nextAttemptAt: expect.any(String) });
  const run = await runOf(environment, transactionId);
  expect(statusesOf(run)).toEqual(["running"]);
  expect(rawOf(run, "recipients_waiting")).toMatchObject({
    count: 1,
    recipients: [{ recipient: copy, answer: GREY }],
    nextAttemptAt: sent.nextAttemptAt,
  });

  await advance(environment, 2, "minutes");
  const [notification] = await environment.finished(transactionId);
  expect(statusesOf(notification)).toEqual(["completed"]);
  expect(codesOf(notification).slice(-4)).toEqual([
    "message_sent",
    "recipients_waiting",
    "recipients_waiting",
    "recipients_reached",
  ]);
  expect(gotBy(smtp, own, copy)).toEqual([[own, "cem@example.com"], [copy]]);
  const [message] = await messagesOf(environment);
  expect(message).toMatchObject({ status: "sent", sentAt: sent.sentAt });
  expect(message.nextAttemptAt).toBeUndefined();
  const [first, second] = smtp.mails.slice(-2).map((one) => one.mail);
  expect(second?.messageId).toBe(first?.messageId);
  expect(second?.to).toEqual(first?.to);
});

test("a copy that waits is sent to by another process, and the subscriber gets nothing again", async () => {
  const api = await startTestService({ role: "api" });
  const newWorker = () => startService({ ...api.parts, settings: { ...api.parts.settings, role: "worker" } });
  const first = await newWorker();
  const { environment, own, copy } = await mailing([smtp], api);
  smtp.refuse(copy, GREY, 1);
  const transactionId = await mail(environment, own, { cc: [copy] });
  await first.close();
  const second = await newWorker();
  await advance(environment, 10, "seconds");
  const [notification] = await environment.finished(transactionId);
  await second.close();
  await api.close();
  expect(statusesOf(notification)).toEqual(["completed"]);
  expect(gotBy(smtp, own, copy)).toEqual([[own], [copy]]);
});

test("the subscriber is refused and a copy is taken: the address is the fault", async () => {
  const { environment, own, copy } = await mailing();
  smtp.refuse(own, GONE);
  const [notification] = await environment.finished(await mail(environment, own, { bcc: [copy] }));
  expect(statusesOf(notification)).toEqual(["failed"]);
  expect(codesOf(notification).slice(-2)).toEqual(["recipients_reached", "provider_failed"]);
  expect(rawOf(notification, "recipients_reached").recipients).toEqual([{ recipient: copy }]);
  expect(await deadLetters(environment)).toMatchObject([{ reason: "recipient_error" }]);
  expect((await messagesOf(environment))[0]).toMatchObject({ status: "error" });

  smtp.refuse(own, GONE, 0);
  await environment.post("/v1/dead-letters/replay", { filter: {} });
  await settled(environment);
  expect(gotBy(smtp, own, copy)).toEqual([[copy], [own]]);
  expect((await messagesOf(environment))[0]).toMatchObject({ status: "sent" });
});

test("the subscriber is put off and a copy is taken: only the subscriber gets the mail later", async () => {
  const { environment, own, copy } = await mailing();
  smtp.refuse(own, GREY, 1);
  const transactionId = await mail(environment, own, { cc: [copy] });
  expect((await messagesOf(environment))[0]).toMatchObject({ status: "warning" });
  await advance(environment, 10, "seconds");
  const [notification] = await environment.finished(transactionId);
  expect(statusesOf(notification)).toEqual(["completed"]);
  expect(gotBy(smtp, own, copy)).toEqual([[copy], [own]]);
});

test("a copy that is refused is a detail of its own", async () => {
  const { environment, own, copy } = await mailing();
  smtp.refuse(copy, GONE);
  const [notification] = await environment.finished(await mail(environment, own, { cc: [copy] }));
  expect(statusesOf(notification)).toEqual(["completed"]);
  expect(rawOf(notification, "recipients_refused")).toEqual({
    count: 1,
    recipients: [
      {
        recipient: copy,
        reason: "The mail server refused the recipient. It answered 550.",
        answer: GONE,
      },
    ],
  });
  expect(rawOf(notification, "message_sent").answer).not.toContain(copy);
  const reasons = await environment.get("/v1/notifications?reason=recipients_refused");
  expect(reasons.body.data).toMatchObject([{ transactionId: notification.transactionId }]);
});

test("a copy that is never taken is given up, the message stays sent and is no dead letter", async () => {
  const { environment, own, copy } = await mailing();
  smtp.refuse(copy, GREY);
  const transactionId = await mail(environment, own, { cc: [copy] });
  await advance(environment, 1, "days");
  const [notification] = await environment.finished(transactionId);
  expect(statusesOf(notification)).toEqual(["completed"]);
  expect(codesOf(notification).at(-1)).toBe("recipients_missed");
  expect(await deadLetters(environment)).toEqual([]);
  expect((await messagesOf(environment))[0]).toMatchObject({ status: "sent", attempts: 8 });
  expect(gotBy(smtp, own, copy)).toEqual([[own]]);
});

test("a relay denied to the subscriber: the other mail server gets the mail for those that are left", async () => {
  const { environment, own, copy } = await mailing([smtp, other]);
  smtp.refuse(own, RELAY);
  const [notification] = await environment.finished(await mail(environment, own, { bcc: [copy] }));
  expect(statusesOf(notification)).toEqual(["completed"]);
  expect(codesOf(notification)).toContain("failed_over");
  expect(gotBy(smtp, own, copy)).toEqual([[copy]]);
  expect(gotBy(other, own, copy)).toEqual([[own]]);
});

test("a server with a limit of recipients gets all of them, one mail after another", async () => {
  const { environment, own } = await mailing();
  const copies = Array.from({ length: 24 }, (_, n) => `copy${n}@example.com`);
  smtp.takeAtMost(2);
  const transactionId = await mail(environment, own, { bcc: copies });
  await advance(environment, 5, "minutes");
  const [notification] = await environment.finished(transactionId);
  smtp.takeAtMost(Number.POSITIVE_INFINITY);
  expect(statusesOf(notification)).toEqual(["completed"]);
  const reached = gotBy(smtp, own, ...copies).flat();
  expect(reached.toSorted()).toEqual([own, ...copies].toSorted());
  expect(codesOf(notification)).not.toContain("recipients_missed");
});

test("other steps do not wait for a copy, and a retry by hand sends to it at once", async () => {
  const { environment, own, copy } = await mailing();
  await environment.given.workflow("both", [email("Hi"), inApp("Seen")]);
  smtp.refuse(copy, GREY, 1);
  const to = { subscriberId: "cyd", email: own };
  const transactionId = await environment.trigger("both", to, { overrides: { email: { cc: [copy] } } });
  await settled(environment);
  expect(statusesOf(await runOf(environment, transactionId))).toEqual(["running", "completed"]);
  const message = (await messagesOf(environment)).find(({ channel }: any) => channel === "email");
  const retried = await environment.post(`/v1/messages/${message._id}/retry`);
  expect(retried).toMatchObject({ status: 200, body: { acknowledged: true } });
  const [notification] = await environment.finished(transactionId);
  expect(statusesOf(notification)).toEqual(["completed", "completed"]);
  expect(gotBy(smtp, own, copy)).toEqual([[own], [copy]]);
});

test("a cancel while a copy waits: the sent message stays sent, and its step is completed", async () => {
  const { environment, own, copy } = await mailing();
  smtp.refuse(copy, GREY);
  const transactionId = await mail(environment, own, { cc: [copy] });
  await environment.delete(`/v1/events/trigger/${transactionId}`);
  const [notification] = await environment.finished(transactionId);
  expect(statusesOf(notification)).toEqual(["completed"]);
  expect(detailsOf(notification.jobs[0]).at(-1)).toBe("Message was sent, but not to some of its recipients");
  const [message] = await messagesOf(environment);
  expect(message).toMatchObject({ status: "sent" });
  expect(message.nextAttemptAt).toBeUndefined();
  await advance(environment, 1, "days");
  expect(gotBy(smtp, own, copy)).toEqual([[own]]);
});

test("greylisting and full mailboxes open no breaker: those whom the server knows get their mails", async () => {
  const { environment, own } = await mailing();
  for (let n = 0; n < 12; n += 1) {
    const stranger = `stranger${n}@example.com`;
    smtp.refuse(stranger, n % 2 === 0 ? GREY : "452 4.2.2 Mailbox full");
    await mail(environment, stranger, {});
  }
  const [notification] = await environment.finished(await mail(environment, own, {}));
  expect(codesOf(notification)).not.toContain("breaker_open");
  expect(statusesOf(notification)).toEqual(["completed"]);
});

test("a mail server that cannot store mails opens the breaker", async () => {
  const { environment, own } = await mailing();
  for (let n = 0; n < 5; n += 1) {
    smtp.refuse(`full${n}@example.com`, "452 4.3.1 Insufficient system storage");
    await mail(environment, `full${n}@example.com`, {});
  }
  expect(codesOf(await runOf(environment, await mail(environment, own, {})))).toContain("breaker_open");
});

test("a push to two devices, one of which is put off: it alone is sent to again", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("expo", expo.url);
  await environment.given.subscriber("ada");
  await environment.given.credentials("ada", "expo", { deviceTokens: [PHONE, TABLET] });
  await environment.given.workflow("news", [push("Hello", { subject: "News" })]);
  const transactionId = await environment.given.trigger("news");
  expect((await messagesOf(environment))[0]).toMatchObject({ status: "sent" });
  await advance(environment, 5, "minutes");
  const [notification] = await environment.finished(transactionId);
  expect(expo.calls.map(({ body }) => body.to)).toEqual([[PHONE, TABLET], [TABLET]]);
  expect(statusesOf(notification)).toEqual(["completed"]);
  expect(rawOf(notification, "recipients_waiting")).toEqual({ count: 1, nextAttemptAt: expect.any(String) });
  expect(JSON.stringify(notification)).not.toContain("[tablet]");
});
