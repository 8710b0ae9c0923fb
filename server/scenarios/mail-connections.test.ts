import { expect, test } from "vitest";
import { useSmtpReceiver } from "../testing/receivers.ts";
import { email } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const MAIL_MS = 200;
const smtp = await useSmtpReceiver({ mailMs: MAIL_MS });
const service = await useTestService();

const MAILS = 40;
const CONNECTIONS = 5;

test("40 mails for a mail server with 5 connections: no mail's time includes its wait for a connection", async () => {
  const environment = await service.newEnvironment();
  const credentials = { host: "127.0.0.1", port: String(smtp.port), from: "us@example.org" };
  await environment.given.integration("nodemailer", credentials);
  await environment.given.workflow("mail", [email("Hi")]);
  const to = Array.from({ length: MAILS }, (_, n) => ({
    subscriberId: `p${n}`,
    email: `p${n}@example.com`,
  }));
  const startMs = performance.now();
  const notifications = await environment.finished(await environment.trigger("mail", to), MAILS);
  const lastedMs = performance.now() - startMs;
  expect(smtp.mails).toHaveLength(MAILS);
  expect(smtp.maxConcurrent).toBe(CONNECTIONS);
  const times = notifications.map(sendingTimeOf);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(MAIL_MS);
  // With the waits, the times were several times as long as what five connections can do meanwhile.
  const sumMs = times.reduce((sum: number, ms: number) => sum + ms, 0);
  expect(sumMs).toBeLessThanOrEqual(lastedMs * CONNECTIONS);
});

function sendingTimeOf({ jobs }: any): number {
  const sent = jobs[0].executionDetails.find(({ code }: any) => code === "message_sent");
  return JSON.parse(sent.raw).tookMs;
}
