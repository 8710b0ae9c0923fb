import { Webhook } from "svix";
import { expect } from "vitest";
import { ada } from "./given.ts";
import { useHttpReceiver } from "./receivers.ts";
import { email } from "./steps.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** The key that signs receipts. */
export const SIGNING_SECRET = `whsec_${Buffer.from("a signing secret of 32 bytes ...").toString("base64")}`;
/** Older than the time in which the service waits for a message that is still being stored. */
export const LONG_AGO = new Date(Date.now() - 60_000).toISOString();

/** A receipt as Resend sends it. */
export const eventOf = (type: string, emailId: string, data: object = {}) => ({
  type,
  created_at: LONG_AGO,
  data: { email_id: emailId, to: [ada.email], ...data },
});

/** The part of a receipt that says that an address does not exist. */
export const HARD_BOUNCE = { bounce: { type: "Permanent", subType: "General", message: "mailbox unknown" } };

/** Resend: accepts mails, and reports what became of them; its official package signs the reports. */
export async function useResend() {
  let mails = 0;
  const receiver = await useHttpReceiver((_call, response) =>
    response.end(JSON.stringify({ id: `re-${++mails}` })),
  );
  return {
    /** The mails so far, as Resend got them. */
    calls: receiver.calls,
    /** The number of mails so far; the last one's id is `re-<count>`. */
    count: () => mails,

    /** Creates the integration and the workflow `mail`. @returns the path that receipts are sent to. */
    async connect(environment: TestEnvironment): Promise<string> {
      const { status, body } = await environment.post("/v1/integrations", {
        providerId: "resend",
        channel: "email",
        active: true,
        credentials: { apiKey: "re_key", from: "us@example.com", baseUrl: receiver.url },
        configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: SIGNING_SECRET },
      });
      expect([status, body.configurations.inboundWebhookSigningKey]).toEqual([201, "••••••••"]);
      await environment.given.workflow("mail", [email("Hello")]);
      return `/v2/inbound-webhooks/delivery-providers/${environment.id}/${body._id}`;
    },

    /** Sends a mail and returns the id that the vendor gave it. */
    async mailTo(environment: TestEnvironment, to: object = ada, more: object = {}) {
      const transactionId = await environment.trigger("mail", to, more);
      const [notification] = await environment.finished(transactionId);
      return { transactionId, providerMessageId: `re-${mails}`, notification };
    },

    /** Sends a signed receipt. */
    async report(url: string, event: object, { id = "msg_1", at = new Date() } = {}) {
      const body = JSON.stringify(event);
      const headers = {
        "content-type": "application/json",
        "svix-id": id,
        "svix-timestamp": String(Math.floor(at.getTime() / 1_000)),
        "svix-signature": new Webhook(SIGNING_SECRET).sign(id, at, body),
      };
      const response = await fetch(url, { method: "POST", headers, body });
      return { status: response.status, body: (await response.json()) as any };
    },
  };
}
