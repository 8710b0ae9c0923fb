import { createHmac, randomUUID } from "node:crypto";
import { secondsOf, type VendorEvent, type VendorWebhook } from "./vendor-webhook.ts";

const SECRET = Buffer.from("a signing secret of 32 bytes ...");

const eventOf =
  (type: string, data: object = {}) =>
  ({ messageId, address, at }: VendorEvent) => ({
    type,
    created_at: at.toISOString(),
    data: { email_id: messageId, to: [address], ...data },
  });

/** https://docs.svix.com/receiving/verifying-payloads/how-manual: Resend sends through Svix. */
export const resendWebhook: VendorWebhook = {
  signingKey: `whsec_${SECRET.toString("base64")}`,
  bodies: {
    delivered: eventOf("email.delivered"),
    deferred: eventOf("email.delivery_delayed"),
    bounced: eventOf("email.bounced", {
      bounce: { message: "mailbox unknown", subType: "General", type: "Permanent" },
    }),
    failed: eventOf("email.failed", { failed: { reason: "reached_daily_quota" } }),
    complained: eventOf("email.complained"),
    opened: eventOf("email.opened"),
    clicked: eventOf("email.clicked"),
  },
  sign({ body, at }) {
    const [id, timestamp] = [`msg_${randomUUID()}`, secondsOf(at)];
    const hash = createHmac("sha256", SECRET).update(`${id}.${timestamp}.${body}`).digest("base64");
    const headers = {
      "svix-id": id,
      "svix-timestamp": String(timestamp),
      "svix-signature": `v1,${hash}`,
    };
    return { headers };
  },
};
