import sql from "sql-template-tag";
import { expect, test, vi } from "vitest";
import { codesOf } from "../testing/job-readings.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { useSmtpReceiver } from "../testing/receivers.ts";
import { email } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

/** Many mails at once for a slow mail server, two at a time. `RATES_MAILS`: 500, and 5,000 in the long form. */

const MAILS = Number(process.env.RATES_MAILS ?? 500);
const MAIL_MS = 20;
/** A trigger has so many recipients: a page of notifications. */
const RECIPIENTS = 50;
/** Claims of one mail on average: one composes it, one sends it, and some meet a full queue in between. */
const MAX_CLAIMS = 4;
vi.setConfig({ testTimeout: (5 + MAILS / 50) * PATIENCE_MS });
const smtp = await useSmtpReceiver({ mailMs: MAIL_MS });
const service = await useTestService();

/** A starved machine sends slowly, so only a pause between two mails counts as hanging. */
async function allArrive(): Promise<void> {
  for (let arrived = 0; arrived < MAILS; ) {
    await vi.waitFor(() => expect(smtp.mails.length).toBeGreaterThan(arrived), PATIENCE_MS);
    arrived = smtp.mails.length;
  }
}

test("many mails for a slow mail server: no attempt is lost, no breaker opens, and every mail arrives once", async () => {
  const environment = await service.newEnvironment();
  const credentials = { host: "127.0.0.1", port: String(smtp.port), from: "us@example.org" };
  const rates = { concurrency: 2, perSecond: 100 };
  const { _id } = await environment.given.integration("nodemailer", credentials, { rates });
  await environment.given.workflow("mail", [email("Hi")]);
  const to = Array.from({ length: MAILS }, (_, n) => ({ subscriberId: `p${n}`, email: `p${n}@example.com` }));
  const ids: string[] = [];
  for (let from = 0; from < MAILS; from += RECIPIENTS)
    ids.push(await environment.trigger("mail", to.slice(from, from + RECIPIENTS)));
  await allArrive();
  for (const id of ids) {
    for (const notification of await environment.finished(id, RECIPIENTS)) {
      const codes: string[] = codesOf(notification);
      expect(codes).toContain("message_sent");
      expect(codes).not.toContain("attempt_failed");
      expect(codes).not.toContain("breaker_open");
      expect(codes.filter((code) => code === "waits_for_rate").length).toBeLessThanOrEqual(1);
    }
  }
  expect(smtp.maxConcurrent).toBeLessThanOrEqual(2);
  expect(new Set(smtp.mails.map((mail) => mail.to[0])).size).toBe(MAILS);
  expect(smtp.mails).toHaveLength(MAILS);
  const { body } = await environment.get("/v1/integrations");
  expect(body.find((one: any) => one._id === _id).breaker).toBeUndefined();
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(0);
  const [{ claims } = { claims: 0 }] = await service.database.query<{ claims: number }>(sql`
    select sum(lease)::integer as claims from jobs where environment_id = ${environment.id}`);
  expect(claims).toBeLessThanOrEqual(MAX_CLAIMS * MAILS);
});
