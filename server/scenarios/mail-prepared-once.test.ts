import { afterAll, expect, test } from "vitest";
import { type Service, startService } from "../src/service.ts";
import { ada } from "../testing/given.ts";
import { useHttpReceiver, useSmtpReceiver } from "../testing/receivers.ts";
import { email } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt } from "../testing/virtual-time.ts";

/** Every attempt of a message sends the same bytes, whichever process makes it. */

const smtp = await useSmtpReceiver();
let isRefusing = false;
const vendor = await useHttpReceiver((_call, response) => {
  response.statusCode = isRefusing ? 503 : 200;
  isRefusing = false;
  response.end('{"id":"r1"}');
});
const service = await useTestService({ role: "api" });

const startWorker = (): Promise<Service> => {
  const settings = { ...service.parts.settings, role: "worker" as const };
  return startService({ ...service.parts, settings });
};
let worker = await startWorker();
afterAll(() => worker.close());

const BODY = `<style>p { color: red }</style><p>Hello {{payload.name}}</p>${"<p>and more words</p>".repeat(200)}`;
const FILE = { name: "a.txt", mime: "text/plain", file: Buffer.from("attached").toString("base64") };
const credentials = { host: "127.0.0.1", port: String(smtp.port), from: "us@example.org" };

async function environmentWithMail(): Promise<TestEnvironment> {
  const environment = await frozenAt(service);
  await environment.given.integration("nodemailer", credentials);
  await environment.given.workflow("mail", [email(BODY, { preheader: "For you" })]);
  return environment;
}

/** Triggers the mail, whose first attempt the server defers, and returns the sources of the attempts so far. */
async function deferred(environment: TestEnvironment): Promise<{ transactionId: string; from: number }> {
  const from = smtp.sources.length;
  smtp.deferNext(1);
  const transactionId = await environment.trigger("mail", ada, {
    payload: { name: "Ada", attachments: [FILE] },
  });
  await settled(environment);
  return { transactionId, from };
}

const textsOf = (sources: readonly Buffer[]) => sources.map((source) => source.toString("latin1"));
/** Without the lines that have the key, which differs for each integration and each resending. */
const withoutKeys = (source: string) =>
  source.replace(/^(Message-ID|X-Idempotency-Key):.*(\r\n[ \t].*)*\r\n/gim, "");

function expectWhole(source: string): void {
  expect(source).toContain("multipart/alternative");
  expect(source).toContain("text/plain");
  expect(source).toMatch(/<p style=3D"color: red;">Hello/);
}

test("a deferred mail: the second attempt sends the same bytes", async () => {
  const environment = await environmentWithMail();
  const { transactionId, from } = await deferred(environment);
  await advance(environment, 5, "minutes");
  const { jobs } = await endOf(environment, transactionId);
  expect(jobs[0].status).toBe("completed");
  const [first = "", second, ...others] = textsOf(smtp.sources.slice(from));
  expect(second).toBe(first);
  expect(others).toEqual([]);
  expectWhole(first);
});

test("a deferred mail: another process sends the same bytes", async () => {
  const environment = await environmentWithMail();
  const { transactionId, from } = await deferred(environment);
  await worker.close();
  worker = await startWorker();
  await advance(environment, 5, "minutes");
  await endOf(environment, transactionId);
  const [first, second] = textsOf(smtp.sources.slice(from));
  expect(second).toBe(first);
});

test("a deferred mail: another integration sends the same bytes but for the key", async () => {
  const environment = await environmentWithMail();
  await environment.given.integration("nodemailer", credentials);
  const { transactionId, from } = await deferred(environment);
  const { jobs } = await endOf(environment, transactionId);
  expect(jobs[0].executionDetails.map(({ code }: any) => code)).toContain("failed_over");
  const [first = "", second = ""] = textsOf(smtp.sources.slice(from));
  expect(withoutKeys(second)).toBe(withoutKeys(first));
  expect(second).not.toBe(first);
});

test("a mail that is sent again by hand: has the same bytes but for the key", async () => {
  const environment = await environmentWithMail();
  const from = smtp.sources.length;
  await environment.given.trigger("mail", { name: "Ada" }, { to: ada });
  const { data } = (await environment.get("/v1/messages")).body;
  const { status } = await environment.post(`/v1/messages/${data[0]._id}/resend`);
  expect(status).toBe(200);
  await settled(environment);
  const [first = "", second = ""] = textsOf(smtp.sources.slice(from));
  expect(withoutKeys(second)).toBe(withoutKeys(first));
  expectWhole(second);
});

test("a vendor that takes forms with files: the second attempt sends the same bytes", async () => {
  const environment = await frozenAt(service);
  await environment.post("/v1/integrations", {
    providerId: "mailgun",
    channel: "email",
    name: "Mailgun",
    active: true,
    credentials: { apiKey: "key", domain: "example.org", from: "us@example.org", baseUrl: vendor.url },
  });
  await environment.given.workflow("mail", [email(BODY)]);
  isRefusing = true;
  const payload = { name: "Ada", attachments: [FILE] };
  const transactionId = await environment.given.trigger("mail", payload, { to: ada });
  await advance(environment, 5, "minutes");
  await endOf(environment, transactionId);
  const [first, second] = vendor.calls.map(({ bytes, headers }) => [headers["content-type"], bytes]);
  expect(second).toEqual(first);
  expect(first?.[1]?.toString()).toContain("attached");
});

test("the message in the API: has the HTML as it was sent, and the explanation shows the same", async () => {
  const environment = await environmentWithMail();
  const request = { name: "mail", to: ada, payload: { name: "Ada" } };
  const explained = await environment.post("/v1/events/trigger/explain", request);
  await environment.given.trigger("mail", { name: "Ada" }, { to: ada });
  const { data } = (await environment.get("/v1/messages")).body;
  expect(data[0].content).toContain('<p style="color: red;">Hello Ada</p>');
  const [message] = explained.body.recipients[0].steps[0].messages;
  expect(message.content).toBe(data[0].content);
  expect(message.text).toMatch(/^Hello Ada/);
});
